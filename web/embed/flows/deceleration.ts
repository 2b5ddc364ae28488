import type { CreatedCart } from '../cart/create-cart.ts';
import type { CartUserError } from '../cart/user-error.ts';

/**
 * Deceleration: the buyer is sent to the checkout instead of straight through. This file has its reasons, the codes and the
 * other signs that lead to each, and its priority among the other consequences of a cart's creation; `sheet/deceleration.ts`
 * has what applies only while a wallet's sheet is open. If an answer has several reasons, `outcome.ts` (a cart's creation) and
 * `sheet/verdict.ts` (a sheet) choose one.
 */

/** Why the buyer is sent to the checkout. */
export type DecelerationReason =
  | 'currency_changed'
  | 'captcha_required'
  | 'not_enough_stock'
  | 'cart_not_ready'
  | 'dynamic_tax'
  | 'payment_method_not_applicable'
  | 'invalid_payment_deferred_payment_required'
  | 'localization_extension_field_error'
  | 'cart_throttled';

/** Flags whose name differs from their reason; null if the checkout shows no notice. */
const FLAGS: Readonly<Partial<Record<DecelerationReason, string | null>>> = {
  currency_changed: 'wallet_currency_change',
  invalid_payment_deferred_payment_required: 'wallet_deferred_payment_required',
  cart_throttled: null,
};

/** The query flag by which the checkout hears of a reason. */
export const decelerationFlag = (reason: DecelerationReason): string | null => {
  const flag = FLAGS[reason];
  return flag === undefined ? `wallet_${reason}` : flag;
};

/** The error codes that stand for a reason. */
const CODES: ReadonlyMap<string, DecelerationReason> = new Map([
  ['PAYMENT_METHOD_NOT_APPLICABLE', 'payment_method_not_applicable'],
  ['INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED', 'invalid_payment_deferred_payment_required'],
  ['CAPTCHA_COMPLETION_REQUIRED', 'captcha_required'],
  ['LOCALIZATION_EXTENSION_FIELD_ERROR', 'localization_extension_field_error'],
  ['PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT', 'dynamic_tax'],
  ['MERCHANDISE_NOT_ENOUGH_STOCK', 'not_enough_stock'],
]);

/** The deceleration reason of an error code, if it has one. */
export const reasonOfError = (code: string): DecelerationReason | null => CODES.get(code) ?? null;

/** The consequence of stock warnings for a cart with these line quantities. */
export function stockVerdict(
  warnings: readonly string[],
  lineQuantities: readonly number[],
): 'out_of_stock' | 'not_enough_stock' | null {
  if (warnings.includes('MERCHANDISE_OUT_OF_STOCK') && lineQuantities.every((quantity) => quantity === 0))
    return 'out_of_stock';
  return warnings.some(
    (code) => code === 'MERCHANDISE_OUT_OF_STOCK' || code === 'MERCHANDISE_NOT_ENOUGH_STOCK',
  )
    ? 'not_enough_stock'
    : null;
}

/** Whether a cart is not in the currency the page promised. An empty total promises nothing. */
export const currencyChanged = (
  total: { readonly amount: string; readonly currencyCode: string },
  initialCurrency: string,
): boolean =>
  Number(total.amount) !== 0 && total.currencyCode.toUpperCase() !== initialCurrency.toUpperCase();

/** The result of creating a cart, as the specification lists it. Several of its parts may be there at once. */
export interface CreateCartResult {
  readonly cart: CreatedCart | null;
  /** Errors that nothing else explains. */
  readonly errors: readonly CartUserError[];
  readonly abortReason: 'out_of_stock' | null;
  readonly decelerationReason: DecelerationReason | null;
  readonly customValidationError: { readonly message: string } | null;
  readonly unrecoverableError: string | null;
}

/** The single consequence of creating a cart. */
export type Outcome =
  | { readonly kind: 'unrecoverable'; readonly code: string }
  | { readonly kind: 'custom_validation'; readonly message: string }
  | { readonly kind: 'out_of_stock' }
  | { readonly kind: 'checkout'; readonly checkoutUrl: string; readonly reason: DecelerationReason | null };

/**
 * Chooses the consequence of creating a cart. Results that end the purchase precede those that lead to the checkout. Throws
 * if the cart is unusable.
 */
export function outcomeOf(result: CreateCartResult): Outcome {
  const { cart, errors, abortReason, decelerationReason, customValidationError, unrecoverableError } = result;
  if (unrecoverableError !== null) return { kind: 'unrecoverable', code: unrecoverableError };
  if (customValidationError !== null)
    return { kind: 'custom_validation', message: customValidationError.message };
  if (abortReason !== null) return { kind: abortReason };
  const codes = errors.map(({ code, message }) => code ?? message).join(', ');
  if (errors.length > 0 || !cart?.id || !cart.checkoutUrl)
    throw new Error(`Cart creation failed: ${codes || 'no cart with an id and a checkoutUrl'}`);
  return { kind: 'checkout', checkoutUrl: cart.checkoutUrl, reason: decelerationReason };
}
