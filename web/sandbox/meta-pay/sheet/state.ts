import type {
  ContainerType,
  PaymentDetails,
  PaymentDetailsUpdate,
  PaymentErrors,
} from '../../../embed/wallets/meta-pay/types.ts';
import type { TestCard } from '../../common/card-numbers.ts';
import type { Buyer } from '../buyers.ts';
import { checkUpdate, checkUpdated } from '../check-details.ts';
import { invalidRequest } from '../error.ts';
import { minorUnits } from '../minor-units.ts';
import type { Scenario } from '../preset.ts';

/** The state that the sheet renders. */
export interface SheetState {
  readonly buyer: Buyer;
  readonly card: TestCard;
  readonly containerType: ContainerType;
  readonly scenario: Scenario;
  readonly details: PaymentDetails;
  /** The merchant's text for the total; null if there is none yet. */
  readonly context: string | null;
  readonly errors: PaymentErrors;
  /** The reason why the buyer waits. */
  readonly waiting: 'merchant' | 'payment' | null;
}

/** The parts of the sheet that show errors. */
export type SheetSection = 'address' | 'options' | 'offer' | 'payment';

/** The messages that a part of the sheet shows. */
export function messagesAt(section: SheetSection, errors: PaymentErrors): readonly string[] {
  const { error, payer, billingAddress, shippingAddress, fulfillmentOption, offer, payment } = errors;
  const shown: Record<SheetSection, readonly (string | undefined)[]> = {
    address: [...Object.values(shippingAddress ?? {}), ...Object.values(payer ?? {})],
    options: [fulfillmentOption],
    offer: [offer],
    payment: [...Object.values(billingAddress ?? {}), payment, error],
  };
  return shown[section].filter((message) => message !== undefined);
}

/** The errors without those that another card can mend. */
export function withoutPaymentErrors(errors: PaymentErrors): PaymentErrors {
  const kept = Object.entries(errors).filter(([part]) => part !== 'payment' && part !== 'error');
  return Object.fromEntries(kept);
}

/**
 * Whether the buyer can pay: no call is pending, the total has a context, delivery has no error, and an option is selected where
 * goods are shipped.
 */
export function canPay({ details, context, errors, waiting }: SheetState, requestShipping: boolean): boolean {
  const mustBeMended = [...messagesAt('address', errors), ...messagesAt('options', errors)].length > 0;
  const isDelivered = !requestShipping || details.fulfillmentOptionId !== undefined;
  return waiting === null && context !== null && !mustBeMended && isDelivered;
}

/** The details without an option that is no longer there. */
function withKnownOption({ fulfillmentOptionId: id, ...details }: PaymentDetails): PaymentDetails {
  const isThere = details.fulfillmentOptions?.some((way) => way.id === id) ?? false;
  return { ...details, ...(id !== undefined && isThere && { fulfillmentOptionId: id }) };
}

const minorOf = ({ total: { amount } }: PaymentDetails): number | null =>
  minorUnits(amount.value, amount.currency);

/** The state after a merchant's answer. Throws `INVALID_REQUEST` if the answer is invalid. */
export function updated(state: SheetState, update: PaymentDetailsUpdate): SheetState {
  const fault = checkUpdate(update);
  if (fault !== null) throw invalidRequest(fault);
  const { errors = {}, containerContext, ...news } = update;
  const merged = { ...state.details, ...news };
  // A selection in the answer itself must be right; an earlier one ends with its option.
  const details = news.fulfillmentOptionId === undefined ? withKnownOption(merged) : merged;
  const wrong = checkUpdated(details);
  if (wrong !== null) throw invalidRequest(wrong);
  const isSameTotal =
    minorOf(details) === minorOf(state.details) &&
    details.total.amount.currency === state.details.total.amount.currency;
  const context = containerContext ?? (isSameTotal ? state.context : null);
  return { ...state, details, context, errors };
}
