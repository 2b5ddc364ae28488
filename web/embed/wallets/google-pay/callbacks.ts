import { walletErrorText } from '../../i18n/wallet.cs.ts';
import type { AuthorisedPayment, AuthoriseReply, SheetHandlers, SheetReply } from '../protocol.ts';
import { contact } from './contact.ts';
import { walletContent } from './content.ts';
import { paymentDataError } from './errors.ts';
import type {
  IntermediatePaymentData,
  PaymentAuthorizationResult,
  PaymentData,
  PaymentDataCallbacks,
  PaymentDataError,
  PaymentDataRequestUpdate,
} from './types.ts';
import { sheetUpdate } from './view.ts';

type Intent = google.payments.api.CallbackIntent;

/** The id that Google sends while no option is selected. */
const UNSELECTED = 'shipping_option_unselected';

/** Runs steps one after the other, even if one fails. */
function inTurn(): <Result>(step: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const result = last.then(step, step);
    last = result;
    return result;
  };
}

const MALFORMED = paymentDataError(
  { subject: 'payment', message: walletErrorText('Google Pay') },
  'PAYMENT_AUTHORIZATION',
);

/** The flow's step for a change of the sheet; null for an unknown trigger or one without data. */
async function ask(data: IntermediatePaymentData, handlers: SheetHandlers): Promise<SheetReply | null> {
  const { callbackTrigger, shippingAddress, shippingOptionData } = data;
  const select = (): Promise<SheetReply> | null =>
    shippingAddress ? handlers.addressSelected(contact(shippingAddress)) : null;
  switch (callbackTrigger) {
    case 'INITIALIZE': {
      const opened = await handlers.opened();
      // The first trigger contains the buyer's default address; no separate trigger follows for it.
      return opened.kind === 'update' ? ((await select()) ?? opened) : opened;
    }
    case 'SHIPPING_ADDRESS':
      return select();
    case 'SHIPPING_OPTION':
      return shippingOptionData ? handlers.optionSelected(shippingOptionData.id) : null;
    default:
      return null;
  }
}

const errorOf = (reply: Exclude<SheetReply, { kind: 'update' }>, during: Intent): PaymentDataError =>
  paymentDataError(reply.kind === 'end' ? reply.error : reply.errors[0], during);

/** A reply as the sheet takes it. */
export function updateOf(reply: SheetReply, during: Intent, countryCode: string): PaymentDataRequestUpdate {
  const view = reply.kind === 'end' ? null : reply.view;
  return {
    ...(view && sheetUpdate(view, countryCode)),
    ...(reply.kind !== 'update' && { error: errorOf(reply, during) }),
  };
}

/** The buyer's authorisation; null if the token is malformed. */
export function authorisedPayment(data: PaymentData): AuthorisedPayment | null {
  const { email, shippingAddress, shippingOptionData, paymentMethodData } = data;
  const content = walletContent(paymentMethodData.tokenizationData.token);
  if (!content) return null;
  const billing = paymentMethodData.info?.billingAddress;
  const optionId = shippingOptionData?.id ?? UNSELECTED;
  return {
    email: email ?? null,
    shipping: shippingAddress ? contact(shippingAddress) : null,
    billing: billing ? contact(billing) : null,
    optionId: optionId === UNSELECTED ? null : optionId,
    content,
  };
}

/** A reply to an authorisation as the sheet takes it. */
export function resultOf(reply: AuthoriseReply): PaymentAuthorizationResult {
  if (reply.kind === 'complete') return { transactionState: 'SUCCESS' };
  return { transactionState: 'ERROR', error: errorOf(reply, 'PAYMENT_AUTHORIZATION') };
}

/**
 * Google's callbacks. A flow answers them one after the other (row 4.22): an option chosen during the check of an address is
 * applied after that check. An authorisation is passed on at once, because the flow queues it within its deadline (row 4.24).
 */
export function sheetCallbacks(handlers: SheetHandlers, countryCode: string): Required<PaymentDataCallbacks> {
  const next = inTurn();
  return {
    onPaymentDataChanged: (data) =>
      next(async () => {
        const reply = await ask(data, handlers);
        const during = data.callbackTrigger === 'INITIALIZE' ? 'SHIPPING_ADDRESS' : data.callbackTrigger;
        return reply ? updateOf(reply, during, countryCode) : {};
      }),
    onPaymentAuthorized: async (data) => {
      const payment = authorisedPayment(data);
      if (!payment) return { transactionState: 'ERROR', error: MALFORMED };
      return resultOf(await handlers.authorised(payment));
    },
  };
}
