import { isText, members } from '../common/loose.ts';
import { developerError, POPUP_BLOCKED, SdkError } from './error.ts';
import type { Answer } from './messages.ts';
import { openPopup, type Popup } from './popup.ts';
import type { Funding, Session, SessionOptions } from './types.ts';

/** What a session is made of. */
export interface SessionParts {
  readonly funding: Funding;
  /** Where the window's page is. */
  readonly approvalUrl: string;
}

/** The ways of presenting it that the emulation knows. */
const MODES: readonly unknown[] = ['auto', 'popup'];

const asError = (error: unknown): SdkError =>
  error instanceof SdkError ? error : new SdkError('ERR_CREATE_ORDER', String(error));

/** One payment in one window. It can be started again once the window is closed, as the real one can. */
export class PaymentSession implements Session {
  readonly #options: SessionOptions;
  readonly #parts: SessionParts;
  #popup: Popup | null = null;
  #orderId: string | undefined;

  constructor(options: SessionOptions, parts: SessionParts) {
    if (typeof members(options)['onApprove'] !== 'function')
      throw developerError('onApprove is required to be a function');
    this.#options = options;
    this.#parts = parts;
    this.#orderId = options.orderId;
  }

  /** Resolves once the order is shown. What the buyer does then comes by the callbacks. */
  start = async (
    presentation: { readonly presentationMode: string } = { presentationMode: 'auto' },
    order?: Promise<{ orderId: string }>,
  ): Promise<void> => {
    if (!MODES.includes(presentation.presentationMode))
      throw developerError('The emulation presents as a popup only');
    if (this.#popup !== null) throw developerError('The session is started already');
    const popup = openPopup(this.#parts.approvalUrl, this.#parts.funding, (answer) => {
      this.#answered(answer);
    });
    if (popup === null)
      throw this.#failed(new SdkError(POPUP_BLOCKED, 'The window was blocked', true), order);
    this.#popup = popup;
    try {
      const { orderId } = members(await (order ?? Promise.resolve({ orderId: this.#orderId })));
      if (!isText(orderId)) throw developerError('The promise must resolve to an object with orderId');
      // The buyer may have gone meanwhile.
      if (this.#popup !== popup) return;
      this.#orderId = orderId;
      popup.show(orderId);
    } catch (error) {
      if (this.#popup !== popup) return;
      this.#close();
      throw this.#failed(asError(error));
    }
  };

  /** The page gives up: the buyer is told as if they had. */
  cancel = (): void => {
    if (this.#popup === null) return;
    this.#close();
    this.#answered({ kind: 'cancelled' });
  };

  destroy = (): void => {
    this.#close();
  };

  #close(): void {
    this.#popup?.close();
    this.#popup = null;
  }

  /** Tells `onError`, as well as who awaits the start. */
  #failed(error: SdkError, order?: Promise<unknown>): SdkError {
    // Nobody is left to hear whether there is an order.
    order?.catch(() => undefined);
    this.#options.onError?.(error);
    return error;
  }

  #answered(answer: Answer): void {
    this.#popup = null;
    const { onApprove, onCancel, onComplete } = this.#options;
    switch (answer.kind) {
      case 'approved': {
        const { orderId, payerId } = answer;
        onComplete?.({ paymentSessionState: 'approved' });
        void onApprove?.({ orderId, payerId, fundingSource: this.#parts.funding });
        return;
      }
      case 'cancelled':
        onComplete?.({ paymentSessionState: 'canceled' });
        onCancel?.(this.#orderId === undefined ? {} : { orderId: this.#orderId });
        return;
      case 'failed':
        onComplete?.({ paymentSessionState: 'error' });
        this.#failed(new SdkError(answer.code, 'The payment failed at PayPal'));
    }
  }
}
