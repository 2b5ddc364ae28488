import { decimal } from '../money.ts';
import type { SheetLine, SheetView } from '../protocol.ts';
import { recurringOf } from './recurring.ts';
import type { LineItem, RecurringPaymentRequest, ShippingMethod } from './types.ts';

/** The prices, now and later. */
export interface NewPrices {
  readonly newTotal: LineItem;
  readonly newLineItems: LineItem[];
  readonly newRecurringPaymentRequest?: RecurringPaymentRequest;
}

/** Apple's units of time; it knows no weeks. */
const UNITS: Readonly<
  Record<string, readonly [NonNullable<LineItem['recurringPaymentIntervalUnit']>, number]>
> = { DAY: ['day', 1], WEEK: ['day', 7], MONTH: ['month', 1], YEAR: ['year', 1] };

/** The schedule of a recurring line (row 5.16). The label repeats it for versions that do not support this. */
function recurring({ schedule }: SheetLine): Partial<LineItem> {
  const [unit, times] = UNITS[schedule?.interval ?? ''] ?? [];
  if (!schedule || unit === undefined || times === undefined) return {};
  return {
    paymentTiming: 'recurring',
    recurringPaymentIntervalUnit: unit,
    recurringPaymentIntervalCount: schedule.intervalCount * times,
  };
}

const lineItem = (line: SheetLine): LineItem => ({
  label: line.label,
  amount: decimal(line.minor),
  type: 'final',
  ...recurring(line),
});

/** The totals that a sheet shows. Apple's total is labelled with whom the money goes to. */
export function prices({ totals }: SheetView, merchantName: string): NewPrices {
  const newLineItems = totals.lines.map(lineItem);
  const newRecurringPaymentRequest = recurringOf(newLineItems);
  return {
    newTotal: { label: merchantName, amount: decimal(totals.minor), type: 'final' },
    newLineItems,
    ...(newRecurringPaymentRequest && { newRecurringPaymentRequest }),
  };
}

/** The ways of delivery, the selected one first: Apple takes the first for selected. */
export function shippingMethods({ options, selectedOptionId }: SheetView): ShippingMethod[] {
  const rank = (id: string): number => (id === selectedOptionId ? 0 : 1);
  return options
    .toSorted((one, other) => rank(one.id) - rank(other.id))
    .map(({ id, label, detail, minor }) => ({ identifier: id, label, detail, amount: decimal(minor) }));
}
