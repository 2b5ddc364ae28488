import type {
  ChangedPaymentDetails,
  ContainerType,
  PaymentConfiguration,
  PaymentDetails,
  PaymentDetailsUpdate,
  PaymentOptions,
  PaymentResponse,
} from '../../../embed/wallets/meta-pay/types.ts';
import { VISA_CARDS } from '../../common/card-numbers.ts';
import { inTime, MERCHANT_DEADLINE } from '../../common/in-time.ts';
import { intermediateAddresses } from '../addresses.ts';
import { BUYERS } from '../buyers.ts';
import { acceptedTypes } from '../container-types.ts';
import { PaymentError } from '../error.ts';
import type { Mint } from '../mint.ts';
import { isScenario, type Preset } from '../preset.ts';
import { consentMethods } from './consent.ts';
import { sealedPayment } from './seal.ts';
import { canPay, updated, withoutPaymentErrors, type SheetState } from './state.ts';
import { texts } from './texts.ts';

/** The parameters of a sheet: valid arguments of the page's, and the emulated wallet's own. */
export interface SheetModelOptions {
  readonly configuration: PaymentConfiguration;
  readonly details: PaymentDetails;
  readonly options: PaymentOptions;
  readonly preset: Preset;
  readonly mint: Mint;
  /** Tells the merchant of a change. Resolves to the answer. */
  readonly changed: (details: ChangedPaymentDetails) => Promise<PaymentDetailsUpdate>;
  /** Called once, when the sheet is over. */
  readonly closed: () => void;
}

/** The logic of an open sheet. */
export interface MetaPaySheetModel {
  readonly parts: SheetModelOptions;
  readonly containerTypes: readonly ContainerType[];
  /** Resolves to the buyer's first consent; rejects with `PaymentError` if there is none. */
  readonly consent: Promise<PaymentResponse>;
  readonly state: () => SheetState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Tells the merchant that the sheet is open. */
  readonly start: () => void;
  readonly chooseBuyer: (id: string) => void;
  readonly chooseCard: (id: string) => void;
  readonly chooseContainerType: (type: string) => void;
  readonly chooseScenario: (scenario: string) => void;
  readonly chooseOption: (id: string) => void;
  readonly enterOffer: (code: string) => void;
  readonly canPay: () => boolean;
  readonly pay: () => void;
  /** Does nothing while the merchant handles a consent. */
  readonly cancel: () => void;
}

function firstState({ details, preset, configuration }: SheetModelOptions): SheetState {
  const types = acceptedTypes(configuration.supportedContainers);
  return {
    buyer: BUYERS.find(({ id }) => id === preset.buyer) ?? BUYERS[0],
    card: VISA_CARDS.find(({ id }) => id === preset.card) ?? VISA_CARDS[0],
    containerType: types.find((type) => type === preset.containerType) ?? types[0] ?? 'basic-card-v1',
    scenario: preset.scenario,
    details,
    context: configuration.containerContext ?? null,
    errors: {},
    waiting: null,
  };
}

/** Starts the logic of a sheet, without rendering it. */
export function createSheetModel(parts: SheetModelOptions): MetaPaySheetModel {
  const { configuration, options } = parts;
  const containerTypes = acceptedTypes(configuration.supportedContainers);
  const over = new AbortController();
  const listeners = new Set<() => void>();
  let state = firstState(parts);
  let asked = 0;
  let last = Promise.resolve();
  /** Who waits for the next consent; null while the merchant handles one. */
  let awaiting: {
    resolve: (response: PaymentResponse) => void;
    reject: (error: PaymentError) => void;
  } | null;
  const nextConsent = (): Promise<PaymentResponse> =>
    new Promise((resolve, reject) => {
      awaiting = { resolve, reject };
    });
  const consent = nextConsent();

  const set = (change: Partial<SheetState>): void => {
    if (over.signal.aborted) return;
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const end = (): void => {
    over.abort();
    listeners.clear();
    parts.closed();
  };
  const fail = (error: PaymentError): void => {
    if (over.signal.aborted) return;
    end();
    awaiting?.reject(error);
  };

  /** Tells the merchant, one change after the other. */
  const change = (wanted?: (details: PaymentDetails) => PaymentDetails): void => {
    asked += 1;
    set({ waiting: 'merchant' });
    const step = async (): Promise<void> => {
      if (over.signal.aborted) return;
      // The answer to an earlier change may have changed the selection meanwhile.
      if (wanted) set({ details: wanted(state.details) });
      const { buyer, scenario, details } = state;
      const heard = { ...details, ...intermediateAddresses(buyer, options, scenario) };
      const update = await inTime(parts.changed(heard), MERCHANT_DEADLINE, over.signal);
      set(updated(state, update));
    };
    last = last
      .then(step)
      .catch((problem: unknown) => {
        if (problem instanceof PaymentError) fail(problem);
        else set({ errors: { error: texts.merchantSilent } });
      })
      .then(() => {
        asked -= 1;
        if (asked === 0) set({ waiting: null });
      });
  };

  const isPaying = (): boolean => state.waiting === 'payment' || over.signal.aborted;

  /** Hands a sealed payment over, and waits for the merchant to answer. */
  const handOver = async (): Promise<void> => {
    const sealed = await sealedPayment(state, parts, over.signal);
    if (over.signal.aborted) return;
    const late = setTimeout(end, MERCHANT_DEADLINE);
    const response: PaymentResponse = {
      ...sealed,
      ...consentMethods(
        {
          complete: () => {
            clearTimeout(late);
            end();
          },
          retry: (errors) => {
            clearTimeout(late);
            const next = nextConsent();
            set({ errors, waiting: null });
            return next;
          },
        },
        () => over.signal.aborted,
      ),
    };
    const { resolve } = awaiting ?? {};
    awaiting = null;
    resolve?.(response);
  };

  return {
    parts,
    containerTypes,
    consent,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      change();
    },
    chooseBuyer: (id) => {
      const buyer = BUYERS.find((known) => known.id === id);
      if (!buyer || isPaying()) return;
      set({ buyer, errors: {} });
      change();
    },
    chooseCard: (id) => {
      const card = VISA_CARDS.find((known) => known.id === id);
      if (!card || isPaying()) return;
      set({ card, errors: withoutPaymentErrors(state.errors) });
    },
    chooseContainerType: (type) => {
      const containerType = containerTypes.find((known) => known === type);
      if (containerType && !isPaying()) set({ containerType });
    },
    chooseScenario: (scenario) => {
      if (!isScenario(scenario) || isPaying()) return;
      set({ scenario });
      change();
    },
    chooseOption: (id) => {
      const isThere = state.details.fulfillmentOptions?.some((way) => way.id === id) ?? false;
      if (!isThere || isPaying()) return;
      const choose = (details: PaymentDetails): PaymentDetails => ({ ...details, fulfillmentOptionId: id });
      set({ details: choose(state.details) });
      change(choose);
    },
    enterOffer: (code) => {
      if (isPaying()) return;
      const trimmed = code.trim();
      change((details) => ({ ...details, offers: trimmed === '' ? [] : [{ code: trimmed }] }));
    },
    canPay: () => canPay(state, options.requestShipping),
    pay: () => {
      if (!canPay(state, options.requestShipping) || over.signal.aborted) return;
      if (state.scenario === 'cancel') {
        fail(new PaymentError('CANCELLED', 'the buyer closed the sheet'));
        return;
      }
      set({ waiting: 'payment', errors: {} });
      handOver().catch((problem: unknown) => {
        if (problem instanceof PaymentError) fail(problem);
        else set({ errors: { error: texts.mintFailed }, waiting: null });
      });
    },
    cancel: () => {
      if (awaiting) fail(new PaymentError('CANCELLED', 'the buyer closed the sheet'));
    },
  };
}
