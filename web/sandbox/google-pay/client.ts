import { hasUserActivation } from '../common/user-activation.ts';
import { createButton } from './button.ts';
import { allowedCards } from './cards.ts';
import { checkMethods } from './check-methods.ts';
import { checkRequest } from './check.ts';
import { developerError, PaymentsError } from './error.ts';
import { items, members } from '../../base/read.ts';
import type { Mint } from './mint.ts';
import { readPreset } from './preset.ts';
import type { SheetModelOptions } from './sheet/model.ts';
import type {
  Api,
  IsReadyToPayRequest,
  PaymentData,
  PaymentDataCallbacks,
  PaymentDataRequest,
} from './types.ts';

/** The dependencies of the SDK. */
export interface ClientContext {
  readonly mint: Mint;
  /** Shows a sheet in the calling task. */
  readonly open: (parts: SheetModelOptions) => Promise<PaymentData>;
}

const ENVIRONMENTS = ['TEST', 'PRODUCTION'];

/** Creates the class `google.payments.api.PaymentsClient`. A page can have one open sheet across all clients. */
export function createPaymentsClient({ mint, open }: ClientContext): Api['PaymentsClient'] {
  let isOpen = false;

  return class PaymentsClient {
    readonly #environment: string;
    readonly #callbacks: PaymentDataCallbacks;

    constructor(options?: google.payments.api.PaymentOptions) {
      const { environment = 'TEST', paymentDataCallbacks } = options ?? {};
      if (!ENVIRONMENTS.includes(environment)) throw developerError('environment is not known');
      this.#environment = environment;
      this.#callbacks = paymentDataCallbacks ?? {};
    }

    /** The buyers have every card, so the answer depends only on what the page allows. */
    isReadyToPay(request: IsReadyToPayRequest): Promise<google.payments.api.IsReadyToPayResponse> {
      const fault = checkMethods(request);
      if (fault !== null) return Promise.reject(developerError(fault));
      const parameters = request.allowedPaymentMethods.map((method) => method.parameters);
      const result = parameters.some((one) => allowedCards(one).length > 0);
      const asked = request.existingPaymentMethodRequired === true;
      return Promise.resolve({ result, ...(asked && { paymentMethodPresent: result }) });
    }

    createButton(options: google.payments.api.ButtonOptions): HTMLElement {
      return createButton(options);
    }

    /** Validates the request; there is nothing to prefetch. */
    prefetchPaymentData(request: PaymentDataRequest): void {
      const fault = checkRequest(request, this.#callbacks, this.#environment);
      if (fault !== null) throw developerError(fault);
    }

    async loadPaymentData(request: PaymentDataRequest): Promise<PaymentData> {
      const fault = checkRequest(request, this.#callbacks, this.#environment);
      if (fault !== null) throw developerError(fault);
      if (!hasUserActivation()) throw developerError('loadPaymentData must be called in a user gesture');
      if (isOpen) throw developerError('another sheet is open');
      const [method] = request.allowedPaymentMethods;
      const [card, ...cards] = allowedCards(members(items(request.allowedPaymentMethods)[0])['parameters']);
      if (!method || !card) throw new PaymentsError('BUYER_ACCOUNT_ERROR', 'the buyer has no such card');
      isOpen = true;
      try {
        const preset = readPreset();
        const callbacks = this.#callbacks;
        return await open({ request, callbacks, method, cards: [card, ...cards], preset, mint });
      } finally {
        isOpen = false;
      }
    }
  };
}
