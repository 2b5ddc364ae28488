import { together } from './changes.ts';
import {
  bindAndPrepare,
  replaceAddress,
  selectDelivery,
  updateAttributes,
  updateBilling,
  updateBuyer,
  updateNote,
  updatePayment,
} from './operations.ts';

/**
 * The largest documents that a press of the order button composes: the generator of types holds them against the schema, and
 * a test all that leave some changes out. Nothing that ships imports this.
 */
export const SAVED_TOGETHER = [
  updateBuyer,
  updateBilling,
  updateAttributes,
  updateNote,
  replaceAddress,
  selectDelivery,
].map(({ change }) => change);

export const PAID_TOGETHER = [selectDelivery, updatePayment].map(({ change }) => change);

export const CHECKOUT_SAVE = together('checkoutSave', SAVED_TOGETHER).query;

export const CHECKOUT_PAY = bindAndPrepare(PAID_TOGETHER).query;
