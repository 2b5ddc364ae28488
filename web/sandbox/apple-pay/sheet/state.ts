import type { TestCard } from '../../common/card-numbers.ts';
import type { Buyer } from '../buyers.ts';
import type { LineItem, SheetError, ShippingMethod, Update } from '../types.ts';

/** The state that the sheet renders. */
export interface SheetState {
  readonly buyer: Buyer;
  readonly card: TestCard;
  readonly total: LineItem;
  readonly lines: readonly LineItem[];
  readonly methods: readonly ShippingMethod[];
  readonly methodId: string | null;
  readonly coupon: string;
  readonly errors: readonly SheetError[];
  /** The reason why the buyer waits. */
  readonly waiting: 'validation' | 'merchant' | 'payment' | null;
}

/** The parts of the sheet that show errors. */
export type SheetSection = 'address' | 'coupon' | 'payment';

/** The part of the sheet that shows an error. */
export function placeOf({ code }: SheetError): SheetSection {
  if (code === 'shippingContactInvalid' || code === 'addressUnserviceable') return 'address';
  return code.startsWith('coupon') ? 'coupon' : 'payment';
}

/** The buyer must correct errors of contacts, and may retry after any other. */
const mustBeMended = ({ code }: SheetError): boolean =>
  code.endsWith('ContactInvalid') || code === 'addressUnserviceable';

/** Whether the buyer can pay: there is a final price, no event is pending and no contact has an error. */
export const canPay = ({ waiting, errors, total }: SheetState): boolean =>
  waiting === null && total.type !== 'pending' && !errors.some(mustBeMended);

/** The kinds of events that the merchant answers. */
export type Change =
  'paymentmethodselected' | 'shippingcontactselected' | 'shippingmethodselected' | 'couponcodechanged';

/** The part of the sheet whose errors an answer replaces. */
const SETTLES: Readonly<Record<Change, SheetSection | null>> = {
  paymentmethodselected: 'payment',
  shippingcontactselected: 'address',
  shippingmethodselected: null,
  couponcodechanged: 'coupon',
};

/** The state after a merchant's answer. In a new list the first shipping method is selected. */
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
