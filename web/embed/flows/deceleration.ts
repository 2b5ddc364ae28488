/** Why a shopper is sent to the checkout instead of straight through, and the flag that tells the checkout. */
const FLAGS = {
  currency_changed: 'wallet_currency_change',
  captcha_required: 'wallet_captcha_required',
  not_enough_stock: 'wallet_not_enough_stock',
  cart_not_ready: 'wallet_cart_not_ready',
  dynamic_tax: 'wallet_dynamic_tax',
  payment_method_not_applicable: 'wallet_payment_method_not_applicable',
  invalid_payment_deferred_payment_required: 'wallet_deferred_payment_required',
  localization_extension_field_error: 'wallet_localization_extension_field_error',
  cart_throttled: null,
} as const;

export type DecelerationReason = keyof typeof FLAGS;

/** The query flag of a reason; none for a throttled cart, of which the checkout need say nothing. */
export const decelerationFlag = (reason: DecelerationReason): string | null => FLAGS[reason];

/** Error codes that decelerate. */
const BY_ERROR: Readonly<Partial<Record<string, DecelerationReason>>> = {
  PAYMENT_METHOD_NOT_APPLICABLE: 'payment_method_not_applicable',
  INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED: 'invalid_payment_deferred_payment_required',
  CAPTCHA_COMPLETION_REQUIRED: 'captcha_required',
  LOCALIZATION_EXTENSION_FIELD_ERROR: 'localization_extension_field_error',
  PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT: 'dynamic_tax',
  MERCHANDISE_NOT_ENOUGH_STOCK: 'not_enough_stock',
};

/** The reason an error code stands for, if it decelerates. */
export const reasonOfError = (code: string): DecelerationReason | null =>
  Object.hasOwn(BY_ERROR, code) ? (BY_ERROR[code] ?? null) : null;

/** What preparing a cart for completion can answer besides 'ready'. */
export type CartStatus = 'CartStatusReady' | 'CartStatusNotReady' | 'CartThrottled';

/** The reason a cart's status stands for. */
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

/** What the stock warnings mean for a cart whose lines have these quantities. */
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
