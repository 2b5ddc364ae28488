import { czechPrice, decimal } from '../money.ts';
import type { SheetLine, SheetOption, SheetTotals, SheetView } from '../protocol.ts';
import type { PaymentDataRequestUpdate, TransactionInfo } from './types.ts';

type ShippingOptionParameters = google.payments.api.ShippingOptionParameters;

const LINE_TYPES = { subtotal: 'SUBTOTAL', line: 'LINE_ITEM', tax: 'TAX', recurring: 'LINE_ITEM' } as const;

const displayItem = ({ label, kind, minor }: SheetLine): google.payments.api.DisplayItem => ({
  label,
  type: LINE_TYPES[kind],
  price: decimal(minor),
  status: 'FINAL',
});

/** The totals as Google shows them (row 3.17); `countryCode` as in the request, which this replaces. */
export function transactionInfo(totals: SheetTotals, countryCode: string): TransactionInfo {
  return {
    currencyCode: totals.currencyCode,
    countryCode,
    totalPrice: decimal(totals.minor),
    totalPriceStatus: 'ESTIMATED',
    totalPriceLabel: totals.label,
    displayItems: totals.lines.map(displayItem),
  };
}

/** The delivery options. Labels contain the prices, for which Google has no field. Null if there is no option. */
export function shippingOptions({
  options,
  selectedOptionId,
  totals,
}: SheetView): ShippingOptionParameters | null {
  if (options.length === 0) return null;
  const shippingOption = ({
    id,
    label,
    detail,
    minor,
  }: SheetOption): google.payments.api.SelectionOption => ({
    id,
    label: `${label} – ${czechPrice(minor, totals.currencyCode)}`,
    description: detail,
  });
  const isThere = options.some(({ id }) => id === selectedOptionId);
  return {
    shippingOptions: options.map(shippingOption),
    ...(selectedOptionId !== null && isThere && { defaultSelectedOptionId: selectedOptionId }),
  };
}

/** The update of the sheet after a step. */
export function sheetUpdate(view: SheetView, countryCode: string): PaymentDataRequestUpdate {
  const options = shippingOptions(view);
  return {
    newTransactionInfo: transactionInfo(view.totals, countryCode),
    ...(options && { newShippingOptionParameters: options }),
  };
}
