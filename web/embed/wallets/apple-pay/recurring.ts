import type { LineItem, RecurringPaymentRequest } from './types.ts';

/**
 * The recurring payment, which Apple requires in addition to the price lines (row 5.16). The management URL is the shop's,
 * because buyers manage their plans there.
 */
export const recurringPayment = (description: string, regular: LineItem): RecurringPaymentRequest => ({
  paymentDescription: description,
  regularBilling: regular,
  managementURL: location.origin,
});

/**
 * The recurring payment of a cart's price lines; undefined if there is none. Apple allows one amount. It is the last, which
 * stays in force for a plan with several prices; the price lines show all.
 */
export function recurringOf(lines: readonly LineItem[]): RecurringPaymentRequest | undefined {
  const line = lines.findLast(({ paymentTiming }) => paymentTiming === 'recurring');
  return line && recurringPayment(line.label, line);
}
