import type { LineItem, RecurringPaymentRequest } from './types.ts';

/**
 * What is paid again, as Apple wants it apart from the price lines (row 5.16). Buyers manage their plans with the shop
 * itself, so that is where the wallet leads them.
 */
export const recurringPayment = (description: string, regular: LineItem): RecurringPaymentRequest => ({
  paymentDescription: description,
  regularBilling: regular,
  managementURL: location.origin,
});

/**
 * Likewise, of a cart's price lines; undefined where nothing recurs. There is room for one amount: the last, at which a
 * plan with several prices stays. The lines tell them all.
 */
export function recurringOf(lines: readonly LineItem[]): RecurringPaymentRequest | undefined {
  const line = lines.findLast(({ paymentTiming }) => paymentTiming === 'recurring');
  return line && recurringPayment(line.label, line);
}
