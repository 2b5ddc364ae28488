import { decimalOf } from '../../cart/money.ts';
import type { PaymentInput } from '../../cart/operations.ts';
import type { CartSnapshot } from '../../cart/snapshot.ts';
import type { SheetContact, WalletContent } from '../../wallets/protocol.ts';
import { mailingAddress } from './contact.ts';

/** What decides how it is paid. */
export interface WalletPayment {
  readonly content: WalletContent;
  /** Null where the wallet knows of none: then the delivery address is meant. */
  readonly billing: SheetContact | null;
  /** Some wallets must charge even nothing. */
  readonly canUsePaymentMethodForFreeOrder: boolean;
}

/**
 * The payment of a cart. Where nothing is due nothing is charged, unless the wallet's agreement is needed later: for a
 * selling plan, or because the wallet wants it so.
 */
export function paymentInput(cart: CartSnapshot, wish: WalletPayment): PaymentInput {
  const { total, currencyCode } = cart.cost;
  const amount = { amount: decimalOf(total), currencyCode };
  const billingAddress = wish.billing ? mailingAddress(wish.billing) : {};
  const hasSellingPlan = cart.lines.some((line) => line.hasSellingPlan);
  if (total === 0 && !wish.canUsePaymentMethodForFreeOrder && !hasSellingPlan)
    return { amount, freePaymentMethod: { billingAddress } };
  const { input, fields } = wish.content;
  return { amount, walletPaymentMethod: { [input]: { ...fields, billingAddress } } };
}
