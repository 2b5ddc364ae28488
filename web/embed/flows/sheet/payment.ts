import { decimalOf } from '../../cart/money.ts';
import type { PaymentInput } from '../../cart/operations.ts';
import type { CartSnapshot } from '../../cart/snapshot.ts';
import type { SheetContact, WalletContent } from '../../wallets/protocol.ts';
import { mailingAddress } from './contact.ts';

/** The wallet's payment data. */
export interface WalletPayment {
  readonly content: WalletContent;
  /** Null if the wallet provides none; the delivery address then counts. */
  readonly billing: SheetContact | null;
  /** Some wallets authorise a payment of zero, too. */
  readonly canUsePaymentMethodForFreeOrder: boolean;
}

/**
 * The payment of a cart. If nothing is due, nothing is charged, unless a selling plan or the wallet needs the
 * authorisation for later.
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
