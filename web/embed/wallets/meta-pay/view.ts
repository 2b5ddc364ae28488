import { decimal } from '../money.ts';
import type { SheetTotals, SheetView } from '../protocol.ts';
import type { FulfillmentOption, PaymentAmount, PaymentDetails, PaymentItem } from './types.ts';

/**
 * The lines that add up to the total, and those that do not: later payments, and tax that prices include. If the lines do
 * not add up, the sheet shows all of them as details.
 */
function itemsOf({ lines, minor: total }: SheetTotals, amount: (minor: number) => PaymentAmount) {
  const isNow = ({ kind }: SheetTotals['lines'][number]): boolean => kind !== 'recurring';
  const now = lines.filter(isNow);
  const parts = [now, now.filter(({ kind }) => kind !== 'tax')].find(
    (some) => some.reduce((sum, { minor }) => sum + minor, 0) === total,
  );
  const item = ({ label, minor }: SheetTotals['lines'][number]): PaymentItem => ({
    label,
    amount: amount(minor),
  });
  return {
    summaryItems: (parts ?? []).map(item),
    displayItems: lines.filter((line) => !parts?.includes(line)).map(item),
  };
}

/** A view as the sheet takes it; `name` is the merchant's. */
export function viewDetails({ totals, options, selectedOptionId }: SheetView, name: string): PaymentDetails {
  const amount = (minor: number): PaymentAmount => ({
    currency: totals.currencyCode,
    value: decimal(minor),
  });
  const fulfillmentOption = ({
    id,
    label,
    detail,
    minor,
  }: SheetView['options'][number]): FulfillmentOption => ({
    id,
    // The vendor has no member for the detail.
    label: detail ? `${label}, ${detail}` : label,
    price: amount(minor),
  });
  const isThere = options.some(({ id }) => id === selectedOptionId);
  return {
    total: { label: name, amount: amount(totals.minor) },
    ...itemsOf(totals, amount),
    fulfillmentOptions: options.map(fulfillmentOption),
    ...(selectedOptionId !== null && isThere && { fulfillmentOptionId: selectedOptionId }),
  };
}
