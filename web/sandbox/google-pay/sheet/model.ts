import { inTime, MERCHANT_DEADLINE } from '../../common/in-time.ts';
import { BUYERS, type Buyer } from '../buyers.ts';
import type { Card } from '../cards.ts';
import { checkError } from '../check-error.ts';
import { checkOptions } from '../check-shipping.ts';
import { checkTransaction } from '../check-transaction.ts';
import { developerError, PaymentsError } from '../error.ts';
import type { Mint } from '../mint.ts';
import { intermediateData, paymentData } from '../payment-data.ts';
import type { Preset } from '../preset.ts';
import type {
  CallbackTrigger,
  PaymentAuthorizationResult,
  PaymentData,
  PaymentDataCallbacks,
  PaymentDataError,
  PaymentDataRequest,
  PaymentDataRequestUpdate,
  PaymentMethodSpecification,
} from '../types.ts';
import { canPay, type SheetState } from './state.ts';
import { texts } from './texts.ts';

/** The parameters of a sheet. */
export interface SheetModelOptions {
  readonly request: PaymentDataRequest;
  readonly callbacks: PaymentDataCallbacks;
  readonly method: PaymentMethodSpecification;
  /** The cards that the method allows; at least one. */
  readonly cards: readonly [Card, ...Card[]];
  readonly preset: Preset;
  readonly mint: Mint;
}

/** The logic of an open sheet. */
export interface GooglePaySheetModel {
  readonly parts: SheetModelOptions;
  /** Resolves to the payment data after the buyer's consent; rejects if there is none. */
  readonly finished: Promise<PaymentData>;
  readonly state: () => SheetState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Tells the merchant that the sheet is open. */
  readonly start: () => void;
  readonly chooseBuyer: (id: string) => void;
  readonly chooseCard: (id: string) => void;
  readonly chooseOption: (id: string) => void;
  readonly pay: () => void;
  readonly cancel: () => void;
}

const failure = (intent: PaymentDataError['intent'], message: string): PaymentDataError => ({
  reason: 'OTHER_ERROR',
  intent,
  message,
});

/** Calls the merchant's callback. A synchronous exception becomes a rejection. */
const called = <Result>(run: () => Promise<Result> | Result, signal: AbortSignal): Promise<Result> =>
  inTime(Promise.resolve().then(run), MERCHANT_DEADLINE, signal);

function firstBuyer({ request, preset }: SheetModelOptions): Buyer {
  const preferred = BUYERS.find(({ id }) => id === preset.buyer);
  return preferred ?? BUYERS.find((buyer) => isDelivered(request, buyer)) ?? BUYERS[0];
}

function isDelivered(
  { shippingAddressRequired, shippingAddressParameters }: PaymentDataRequest,
  buyer: Buyer,
): boolean {
  const allowed = shippingAddressParameters?.allowedCountryCodes;
  return !shippingAddressRequired || !allowed || allowed.includes(buyer.address.countryCode);
}

function firstState(parts: SheetModelOptions): SheetState {
  const { request, cards, preset } = parts;
  const parameters = request.shippingOptionParameters;
  return {
    buyer: firstBuyer(parts),
    card: cards.find(({ id }) => id === preset.card) ?? cards[0],
    transaction: request.transactionInfo ?? {
      currencyCode: 'CZK',
      totalPrice: '0',
      totalPriceStatus: 'ESTIMATED',
    },
    options: parameters?.shippingOptions ?? [],
    optionId: parameters?.defaultSelectedOptionId ?? parameters?.shippingOptions[0]?.id ?? null,
    error: null,
    waiting: null,
  };
}

/** The state after a merchant's answer. Throws `DEVELOPER_ERROR` if the answer is invalid. */
export function updated(
  state: SheetState,
  update: PaymentDataRequestUpdate,
  request: PaymentDataRequest,
): SheetState {
  const { newTransactionInfo, newShippingOptionParameters, error } = update;
  const fault =
    (newTransactionInfo && checkTransaction(newTransactionInfo)) ??
    (newShippingOptionParameters && checkOptions(newShippingOptionParameters)) ??
    checkError(error, request);
  if (fault) throw developerError(fault);
  const options = newShippingOptionParameters?.shippingOptions ?? state.options;
  const current = options.find(({ id }) => id === state.optionId)?.id;
  const optionId = newShippingOptionParameters?.defaultSelectedOptionId ?? current ?? options[0]?.id ?? null;
  return {
    ...state,
    transaction: newTransactionInfo ?? state.transaction,
    options,
    optionId,
    error: error ?? null,
  };
}

/** Starts the logic of a sheet, without rendering it. */
export function createSheetModel(parts: SheetModelOptions): GooglePaySheetModel {
  const { request, callbacks, method, cards, preset, mint } = parts;
  const intents = request.callbackIntents ?? [];
  let resolve: (data: PaymentData) => void = () => undefined;
  let reject: (error: PaymentsError) => void = () => undefined;
  const finished = new Promise<PaymentData>((onData, onError) => {
    resolve = onData;
    reject = onError;
  });
  const over = new AbortController();
  const listeners = new Set<() => void>();
  let state = firstState(parts);
  let asked = 0;
  let last = Promise.resolve();

  const set = (change: Partial<SheetState>): void => {
    if (over.signal.aborted) return;
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const end = (): void => {
    over.abort();
    listeners.clear();
  };
  const fail = (error: PaymentsError): void => {
    end();
    reject(error);
  };

  /** Calls the merchant, one call after the other. */
  const change = (
    trigger: CallbackTrigger,
    intent: PaymentDataError['intent'],
    wanted?: Partial<SheetState>,
  ): void => {
    const { onPaymentDataChanged } = callbacks;
    if (!onPaymentDataChanged) return;
    asked += 1;
    set({ waiting: 'merchant' });
    const step = async (): Promise<void> => {
      if (over.signal.aborted) return;
      // The answer to an earlier call may have changed the selection meanwhile.
      if (wanted) set(wanted);
      const { buyer, card, optionId } = state;
      const data = intermediateData(trigger, request, buyer, card, optionId);
      const update = await called(() => onPaymentDataChanged(data), over.signal);
      set(updated(state, update, request));
    };
    last = last
      .then(step)
      .catch((problem: unknown) => {
        if (problem instanceof PaymentsError) fail(problem);
        else set({ error: failure(intent, texts.merchantSilent) });
      })
      .then(() => {
        asked -= 1;
        if (asked === 0) set({ waiting: null });
      });
  };

  const chooseBuyer = (id: string): void => {
    const buyer = BUYERS.find((known) => known.id === id);
    if (!buyer || state.waiting === 'payment') return;
    if (!isDelivered(request, buyer)) {
      set({ buyer });
      // Runs after the pending call, whose answer must not hide this error.
      last = last.then(() => {
        if (state.buyer === buyer) set({ error: failure('SHIPPING_ADDRESS', texts.notDelivered) });
      });
      return;
    }
    set({ buyer, error: null });
    if (intents.includes('SHIPPING_ADDRESS')) change('SHIPPING_ADDRESS', 'SHIPPING_ADDRESS');
  };

  const authorise = async (): Promise<void> => {
    const { buyer, card, optionId } = state;
    const token = await mint(request, method, card, preset.protocol, over.signal);
    const data = paymentData(request, method, buyer, card, optionId, token);
    const { onPaymentAuthorized } = callbacks;
    const result: PaymentAuthorizationResult = onPaymentAuthorized
      ? await called(() => onPaymentAuthorized(data), over.signal)
      : { transactionState: 'SUCCESS' };
    if (over.signal.aborted) return;
    if (result.transactionState === 'SUCCESS') {
      end();
      resolve(data);
      return;
    }
    const fault = checkError(result.error, request);
    if (fault !== null) throw developerError(fault);
    const error = result.error ?? failure('PAYMENT_AUTHORIZATION', texts.mintFailed);
    set({ error, waiting: null });
  };

  return {
    parts,
    finished,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      if (!isDelivered(request, state.buyer)) set({ error: failure('SHIPPING_ADDRESS', texts.notDelivered) });
      else if (intents.some((intent) => intent !== 'PAYMENT_AUTHORIZATION'))
        change('INITIALIZE', 'SHIPPING_ADDRESS');
    },
    chooseBuyer,
    chooseCard: (id) => {
      const card = cards.find((known) => known.id === id);
      if (!card || state.waiting === 'payment') return;
      const isOfPayment = state.error?.intent.startsWith('PAYMENT') ?? false;
      set({ card, ...(isOfPayment && { error: null }) });
    },
    chooseOption: (id) => {
      if (state.waiting === 'payment' || !state.options.some((option) => option.id === id)) return;
      const isOfOption = state.error?.intent === 'SHIPPING_OPTION';
      set({ optionId: id, ...(isOfOption && { error: null }) });
      if (intents.includes('SHIPPING_OPTION')) change('SHIPPING_OPTION', 'SHIPPING_OPTION', { optionId: id });
    },
    pay: () => {
      if (!canPay(state) || over.signal.aborted) return;
      set({ waiting: 'payment', error: null });
      authorise().catch((problem: unknown) => {
        if (over.signal.aborted) return;
        if (problem instanceof PaymentsError) fail(problem);
        else set({ error: failure('PAYMENT_AUTHORIZATION', texts.mintFailed), waiting: null });
      });
    },
    cancel: () => {
      if (over.signal.aborted) return;
      fail(new PaymentsError('CANCELED', 'The buyer closed the sheet'));
    },
  };
}
