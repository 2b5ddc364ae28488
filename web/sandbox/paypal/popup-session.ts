import { developerError, POPUP_BLOCKED, SdkError } from './error.ts';
import type { Answer } from './messages.ts';
import { openPopup, type Popup, type PopupContent } from './popup.ts';
import type { Funding } from './types.ts';

/** The parameters of a session. */
export interface PopupSessionOptions {
  readonly funding: Funding;
  /** URL of the window's page. */
  readonly approvalUrl: string;
}

/** The page's presentation options. */
export interface Presentation {
  readonly presentationMode: string;
  /** The overlay over the page; PayPal shows it unless the page forbids it. */
  readonly fullPageOverlay?: { readonly enabled: boolean } | undefined;
}

/** The callbacks that report the outcome of a session. */
interface PopupSessionListener {
  readonly approved: (token: string, payerId: string) => void;
  /** Gets the ID of what the window showed, if it showed anything. */
  readonly cancelled: (token: string | undefined) => void;
  readonly completed: (state: 'approved' | 'canceled' | 'error') => void;
  readonly failed: (error: SdkError) => void;
}

/** The presentation modes that the emulation accepts. */
const MODES: readonly unknown[] = ['auto', 'popup'];

const asError = (error: unknown): SdkError =>
  error instanceof SdkError ? error : new SdkError('ERR_CREATE_ORDER', String(error));

/** The session of one window. It can be started again after the window is closed, like PayPal's. */
export class PopupSession {
  readonly #listeners: PopupSessionListener;
  readonly #parts: PopupSessionOptions;
  #popup: Popup | null = null;
  #token: string | undefined;

  constructor(parts: PopupSessionOptions, listeners: PopupSessionListener) {
    this.#listeners = listeners;
    this.#parts = parts;
  }

  /** Opens the window in this task, and shows the order or agreement that `wanted` resolves to. */
  protected async open(
    what: PopupContent,
    { presentationMode, fullPageOverlay }: Presentation = { presentationMode: 'auto' },
    wanted: () => Promise<string>,
  ): Promise<void> {
    if (!MODES.includes(presentationMode)) throw developerError('The emulation presents as a popup only');
    if (this.#popup !== null) throw developerError('The session is started already');
    const covers = fullPageOverlay?.enabled ?? true;
    const popup = openPopup({ ...this.#parts, covers }, (answer) => {
      this.#answered(answer);
    });
    const token = wanted();
    if (popup === null) {
      // Without a window, nothing needs the result of `wanted`.
      token.catch(() => undefined);
      throw this.#failed(new SdkError(POPUP_BLOCKED, 'The window was blocked', true));
    }
    this.#popup = popup;
    try {
      const shown = await token;
      // The buyer may have closed the window meanwhile.
      if (this.#popup !== popup) return;
      this.#token = shown;
      popup.show(what, shown);
    } catch (error) {
      if (this.#popup !== popup) return;
      this.#close();
      throw this.#failed(asError(error));
    }
  }

  /** Cancels on behalf of the page, with the same callback as a cancellation by the buyer. */
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

  /** Passes the error to the page's `onError`, and returns it for the caller of `start`. */
  #failed(error: SdkError): SdkError {
    this.#listeners.failed(error);
    return error;
  }

  #answered(answer: Answer): void {
    this.#popup = null;
    const { approved, cancelled, completed } = this.#listeners;
    switch (answer.kind) {
      case 'approved':
        completed('approved');
        approved(answer.token, answer.payerId);
        return;
      case 'cancelled':
        completed('canceled');
        cancelled(this.#token);
        return;
      case 'failed':
        completed('error');
        this.#failed(new SdkError(answer.code, 'The payment failed at PayPal'));
    }
  }
}
