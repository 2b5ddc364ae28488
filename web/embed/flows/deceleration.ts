import type { CreatedCart } from '../cart/create-cart.ts';
import type { CartUserError } from '../cart/user-error.ts';

/**
 * Deceleration: the buyer is sent to the checkout instead of straight through. This file has its reasons, the codes and the
 * other signs that lead to each, and its priority among the other consequences of a server's answer. If an answer has several
 * reasons, `outcome.ts` (a cart's creation) and `sheet/verdict.ts` (a sheet) choose one.
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

/** The error codes that stand for a reason: `always` everywhere, `inSheet` only while a wallet's sheet is open. */
interface Codes {
  readonly always?: readonly string[];
  readonly inSheet?: readonly string[];
}

/** No error code stands for the other two: the cart's currency and status do. */
type CodedReason = Exclude<DecelerationReason, 'currency_changed' | 'cart_throttled'>;

const CODES: Readonly<Record<CodedReason, Codes>> = {
  payment_method_not_applicable: {
    always: ['PAYMENT_METHOD_NOT_APPLICABLE'],
    inSheet: ['PAYMENTS_METHOD_REQUIRED', 'PAYMENTS_METHOD_UNAVAILABLE'],
  },
  invalid_payment_deferred_payment_required: { always: ['INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED'] },
  captcha_required: { always: ['CAPTCHA_COMPLETION_REQUIRED'] },
  localization_extension_field_error: { always: ['LOCALIZATION_EXTENSION_FIELD_ERROR'] },
  dynamic_tax: {
    always: ['PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT'],
    inSheet: [
      'MERCHANDISE_EXPECTED_PRICE_MISMATCH',
      'PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED',
      'TAXES_MUST_BE_DEFINED',
      'TAXES_LINE_ID_NOT_FOUND',
      'TAXES_DELIVERY_GROUP_ID_NOT_FOUND',
    ],
  },
  cart_not_ready: {
    inSheet: [
      'DELIVERY_LINE_DETAIL_CHANGED',
      'MERCHANDISE_NOT_FOUND',
      'MERCHANDISE_VARIANT_NOT_FOUND',
      'MERCHANDISE_NOT_APPLICABLE',
      'MERCHANDISE_BUNDLE_REQUIRES_COMPONENTS',
      'MERCHANDISE_B2B_SELLING_PLANS_UNSUPPORTED',
      'MERCHANDISE_PRODUCT_NOT_PUBLISHED',
      'MERCHANDISE_LINE_LIMIT_REACHED',
      'INVALID_MERCHANDISE_LINE',
    ],
  },
  not_enough_stock: {
    always: ['MERCHANDISE_NOT_ENOUGH_STOCK'],
    inSheet: [
      'MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE',
      'INVENTORY_RESERVATION_ERROR',
      'DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION',
    ],
  },
};

const reasonIn = (where: keyof Codes, code: string): DecelerationReason | null =>
  (Object.keys(CODES) as CodedReason[]).find((reason) => CODES[reason][where]?.includes(code)) ?? null;

/** The deceleration reason of an error code, if it has one. */
export const reasonOfError = (code: string): DecelerationReason | null => reasonIn('always', code);

/** The same while a wallet's sheet is open. */
export const sheetReason = (code: string): DecelerationReason | null =>
  reasonOfError(code) ?? reasonIn('inSheet', code);

/** The results of preparing a cart for completion, except 'ready'. */
export type CartStatus = 'CartStatusReady' | 'CartStatusNotReady' | 'CartThrottled';

/** The deceleration reason of a cart's status. */
export function reasonOfStatus(status: CartStatus): DecelerationReason | null {
  switch (status) {
    case 'CartStatusReady':
      return null;
    case 'CartStatusNotReady':
      return 'cart_not_ready';
    case 'CartThrottled':
      return 'cart_throttled';
  }
}

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

/**
 * The priority of consequences while a sheet is open (row 4.18). A retry comes after those that need the buyer, because it
 * cannot help there, and before those that continue.
 */
export const SHEET_ORDER = ['decelerate', 'abort', 'show_error', 'retry', 'complete', 'update'] as const;
