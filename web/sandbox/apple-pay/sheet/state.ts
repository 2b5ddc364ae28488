import type { TestCard } from '../../common/card-numbers.ts';
import type { Buyer } from '../buyers.ts';
import type { LineItem, SheetError, ShippingMethod, Update } from '../types.ts';

/** What the sheet shows. */
export interface SheetState {
  readonly buyer: Buyer;
  readonly card: TestCard;
  readonly total: LineItem;
  readonly lines: readonly LineItem[];
  readonly methods: readonly ShippingMethod[];
  readonly methodId: string | null;
  readonly coupon: string;
  readonly errors: readonly SheetError[];
  /** What the buyer waits for. */
  readonly waiting: 'validation' | 'merchant' | 'payment' | null;
}

/** Where in the sheet an error is shown. */
export type SheetSection = 'address' | 'coupon' | 'payment';

/** Where an error belongs. */
export function placeOf({ code }: SheetError): SheetSection {
  if (code === 'shippingContactInvalid' || code === 'addressUnserviceable') return 'address';
  return code.startsWith('coupon') ? 'coupon' : 'payment';
}

/** Errors of contacts must be mended; the others may be tried again. */
const mustBeMended = ({ code }: SheetError): boolean =>
  code.endsWith('ContactInvalid') || code === 'addressUnserviceable';

/** Whether the buyer may agree: there is a price, nothing is being asked, and no contact is wrong. */
export const canPay = ({ waiting, errors, total }: SheetState): boolean =>
  waiting === null && total.type !== 'pending' && !errors.some(mustBeMended);

/** What the merchant is asked about. */
export type Change =
  'paymentmethodselected' | 'shippingcontactselected' | 'shippingmethodselected' | 'couponcodechanged';

/** The part of the sheet whose errors an answer settles. */
const SETTLES: Readonly<Record<Change, SheetSection | null>> = {
  paymentmethodselected: 'payment',
  shippingcontactselected: 'address',
  shippingmethodselected: null,
  couponcodechanged: 'coupon',
};

/** The state after a merchant's answer. Of a new list the first way of delivery is the selected one. */
export function updated(state: SheetState, change: Change, update: Update): SheetState {
  const { newTotal, newLineItems, newShippingMethods, errors = [] } = update;
  const others = state.errors.filter((error) => placeOf(error) !== SETTLES[change]);
  return {
    ...state,
    total: newTotal ?? state.total,
    lines: newLineItems ?? state.lines,
    methods: newShippingMethods ?? state.methods,
    methodId: newShippingMethods ? (newShippingMethods[0]?.identifier ?? null) : state.methodId,
    errors: [...others, ...errors],
  };
}
