import type {
  Api,
  ChangedPaymentDetails,
  PaymentConfiguration,
  PaymentDetails,
  PaymentDetailsChangedEvent,
  PaymentDetailsUpdate,
  PaymentOptions,
  PaymentRequest,
  PaymentResponse,
} from '../../embed/wallets/meta-pay/types.ts';
import { hasUserActivation } from '../common/user-activation.ts';
import { checkConfiguration, checkOptions } from './check-configuration.ts';
import { checkDetails } from './check-details.ts';
import { invalidRequest, PaymentError } from './error.ts';
import type { Mint } from './mint.ts';
import { readPreset } from './preset.ts';
import { createSheetModel, type MetaPaySheetModel } from './sheet/model.ts';

/** The dependencies of the script. */
export interface ScriptContext {
  readonly mint: Mint;
  /** Shows a sheet in the calling task. Returns a function that closes it. */
  readonly open: (model: MetaPaySheetModel) => () => void;
}

type Listener = Parameters<PaymentRequest['addEventListener']>[1];

/** An event that takes one answer, until the listeners have returned. */
class DetailsChanged implements PaymentDetailsChangedEvent {
  /** An empty answer if no listener gives one. */
  answer: PaymentDetailsUpdate | Promise<PaymentDetailsUpdate> = {};
  isOpen = true;

  constructor(readonly paymentDetails: ChangedPaymentDetails) {}

  readonly updateWith: PaymentDetailsChangedEvent['updateWith'] = (update) => {
    if (!this.isOpen)
      throw new PaymentError('INVALID_STATE', 'call updateWith once, before the listener returns');
    this.isOpen = false;
    this.answer = update;
  };
}

/** Tells the listeners of a change. Resolves to the answer. */
function tell(listeners: readonly Listener[], details: ChangedPaymentDetails): Promise<PaymentDetailsUpdate> {
  const event = new DetailsChanged(details);
  for (const listener of listeners) listener(event);
  event.isOpen = false;
  return Promise.resolve(event.answer);
}

/** Creates the class `metaPay.PaymentRequest`. A page can have one open sheet across all requests. */
export function createPaymentRequest({ mint, open }: ScriptContext): Api['PaymentRequest'] {
  let isOpen = false;

  return class implements PaymentRequest {
    readonly #configuration: PaymentConfiguration;
    readonly #details: PaymentDetails;
    readonly #options: PaymentOptions;
    readonly #listeners: Listener[] = [];
    #isUsed = false;

    constructor(configuration: PaymentConfiguration, details: PaymentDetails, options: PaymentOptions) {
      const fault = checkConfiguration(configuration) ?? checkDetails(details) ?? checkOptions(options);
      if (fault !== null) throw invalidRequest(fault);
      this.#configuration = configuration;
      this.#details = details;
      this.#options = options;
    }

    addEventListener(type: 'paymentdetailschanged', listener: Listener): void {
      if ((type as string) !== 'paymentdetailschanged') throw invalidRequest('the event is not known');
      this.#listeners.push(listener);
    }

    /** The invented buyers have every card, in every form that a valid configuration can name. */
    canMakePayment(): Promise<boolean> {
      return Promise.resolve(true);
    }

    async show(): Promise<PaymentResponse> {
      if (!hasUserActivation()) throw new PaymentError('NOT_ALLOWED', 'call show in a user gesture');
      if (this.#isUsed) throw new PaymentError('INVALID_STATE', 'the request has been shown');
      if (isOpen) throw new PaymentError('INVALID_STATE', 'another sheet is open');
      this.#isUsed = true;
      isOpen = true;
      let close = (): void => undefined;
      const model = createSheetModel({
        configuration: this.#configuration,
        details: this.#details,
        options: this.#options,
        preset: readPreset(),
        mint,
        changed: (details) => tell(this.#listeners, details),
        closed: () => {
          isOpen = false;
          close();
        },
      });
      close = open(model);
      model.start();
      return model.consent;
    }
  };
}
