import * as operations from '../../cart/operations.ts';
import type { CartPayload } from '../../cart/operations.ts';
import type { CartSnapshot, SnapshotGroup } from '../../cart/snapshot.ts';
import { PAYMENT_UPDATE_LOOP_TIMEOUT_MS } from '../../constants.ts';
import type { SheetContact } from '../../wallets/protocol.ts';
import type { DecelerationReason } from '../deceleration.ts';
import { UPDATE, type SheetAction } from './actions.ts';
import { mailingAddress, previewIdentity } from './contact.ts';
import { sheetError, unserviceable } from './errors.ts';
import { selectedOptionId, selectionOf, sheetOptions } from './options.ts';
import { paymentInput, type WalletPayment } from './payment.ts';
import type { SheetCart } from './sheet-cart.ts';
import { isAmountFault } from './verdict.ts';

/** Whether two totals are the same to a buyer. */
export const sameTotal = (a: CartSnapshot['cost'], b: CartSnapshot['cost']): boolean =>
  a.total === b.total && a.currencyCode === b.currencyCode;

/** Selects the option of this id. Sends nothing if the latest cart already has it selected. */
export async function select(cart: SheetCart, id: string, signal: AbortSignal): Promise<SheetAction> {
  const { groups } = cart.known;
  const selection = selectionOf(id, groups);
  if (selection === null) {
    // The option is unknown or no longer offered: the buyer must choose.
    const key = 'shipping_methods.choose_delivery_strategy';
    return { kind: 'show_error', errors: [sheetError('SHIPPING_OPTION_REQUIRED', 'option', key)] };
  }
  const isSelected = ({ selectedHandle, hasChanged }: SnapshotGroup, at: number): boolean =>
    // Stryker disable next-line OptionalChaining: there is a selection for each group
    selectedHandle === selection[at]?.deliveryOptionHandle && !hasChanged;
  if (groups.every(isSelected)) return UPDATE;
  return cart.change(
    ({ client, cartId, options }) => operations.selectDeliveryOptions(client, cartId, selection, options),
    signal,
  );
}

async function ensureOption(
  cart: SheetCart,
  preferred: string | null,
  signal: AbortSignal,
): Promise<SheetAction> {
  if (!cart.requiresShipping) return UPDATE;
  const { groups } = cart.known;
  const offered = sheetOptions({ groups });
  const wanted =
    offered.find(({ id }) => id === preferred)?.id ?? selectedOptionId({ groups }) ?? offered[0]?.id;
  if (wanted !== undefined) return select(cart, wanted, signal);
  // The carrier may still answer, and the checkout offers delivery methods that no sheet shows.
  return groups.some(({ isPending }) => isPending)
    ? { kind: 'decelerate', reason: 'cart_not_ready' }
    : { kind: 'show_error', errors: [unserviceable(cart.context.shopName)] };
}

/** Previews an address and ensures that an option that delivers there is selected. */
export async function preview(
  cart: SheetCart,
  address: SheetContact,
  preferred: string | null,
  signal: AbortSignal,
): Promise<SheetAction> {
  cart.countries = { ...cart.countries, shippingCountry: address.country };
  const action = await cart.identify(previewIdentity(address), signal);
  if (action.kind !== 'update') return action;
  const rated = await cart.rate(signal);
  return rated.kind === 'update' ? ensureOption(cart, preferred, signal) : rated;
}

/** Sets the billing address of goods that are not shipped. */
export async function bill(
  cart: SheetCart,
  billing: SheetContact,
  signal: AbortSignal,
): Promise<SheetAction> {
  cart.countries = { ...cart.countries, billingCountry: billing.country };
  const { countryCode, validateAddress } = previewIdentity(billing);
  // Stryker disable next-line ConditionalExpression: what is undefined is not sent
  const identity = { ...(countryCode !== undefined && { countryCode }), validateAddress };
  const action = await cart.identify(identity, signal);
  if (action.kind !== 'update') return action;
  return cart.change(
    ({ client, cartId, options }) =>
      operations.updateBillingAddress(client, cartId, mailingAddress(billing), options),
    signal,
  );
}

/** Adds the sheet's discount code, in place of the one it had `before`; an empty one only takes that away. */
export async function discount(
  cart: SheetCart,
  entered: string,
  before: string,
  signal: AbortSignal,
): Promise<SheetAction> {
  const same = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase();
  const codes = cart.known.discountCodes
    .map(({ code }) => code)
    .filter((code) => !same(code, entered) && !same(code, before));
  if (entered !== '') codes.push(entered);
  const action = await cart.change(
    ({ client, cartId, options }) => operations.updateDiscountCodes(client, cartId, codes, options),
    signal,
  );
  const applies = cart.known.discountCodes.some(({ applicable, code }) => applicable && same(code, entered));
  if (action.kind !== 'update' || entered === '' || applies) return action;
  const error = sheetError('DISCOUNT_NOT_APPLICABLE', 'coupon', 'errors.invalid.discount');
  return { kind: 'show_error', errors: [error] };
}

/** Binds the payment to the amount the buyer agreed to. A cart with another total is not paid. */
export function pay(
  cart: SheetCart,
  wish: WalletPayment,
  agreed: CartSnapshot['cost'],
  signal: AbortSignal,
): Promise<SheetAction> {
  const hopeless = ({ userErrors }: CartPayload): DecelerationReason | null => {
    const { cost } = cart.known;
    if (!sameTotal(cost, agreed)) return 'dynamic_tax';
    // An amount can become right while its tax is still being worked out.
    return userErrors.some(isAmountFault) && (cost.tax ?? 0) !== 0 ? 'cart_not_ready' : null;
  };
  return cart.change(
    ({ client, cartId, options }) =>
      operations.updatePayment(client, cartId, paymentInput(cart.known, wish), options),
    signal,
    PAYMENT_UPDATE_LOOP_TIMEOUT_MS,
    hopeless,
  );
}
