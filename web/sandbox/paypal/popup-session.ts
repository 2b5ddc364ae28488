import { developerError, POPUP_BLOCKED, SdkError } from './error.ts';
import type { Answer } from './messages.ts';
import { openPopup, type Popup, type PopupContent } from './popup.ts';
import type { Funding } from './types.ts';

/** What a session is made of. */
export interface PopupSessionOptions {
  readonly funding: Funding;
  /** Where the window's page is. */
  readonly approvalUrl: string;
}

/** How the page wants it presented. */
export interface Presentation {
  readonly presentationMode: string;
}

/** Whom a session tells what became of it. */
interface PopupSessionListener {
  readonly approved: (token: string, payerId: string) => void;
  /** With what was shown, where something was. */
  readonly cancelled: (token: string | undefined) => void;
  readonly completed: (state: 'approved' | 'canceled' | 'error') => void;
  readonly failed: (error: SdkError) => void;
}

/** The ways of presenting it that the emulation knows. */
const MODES: readonly unknown[] = ['auto', 'popup'];

const asError = (error: unknown): SdkError =>
  error instanceof SdkError ? error : new SdkError('ERR_CREATE_ORDER', String(error));

/** What goes on in one window. It can be started again once the window is closed, as the real one can. */
export class PopupSession {
  readonly #listeners: PopupSessionListener;
  readonly #parts: PopupSessionOptions;
  #popup: Popup | null = null;
  #token: string | undefined;

  constructor(parts: PopupSessionOptions, listeners: PopupSessionListener) {
    this.#listeners = listeners;
    this.#parts = parts;
  }

  /** Opens the window in this task, and shows in it what `wanted` comes to. */
  protected async open(
    what: PopupContent,
    { presentationMode }: Presentation = { presentationMode: 'auto' },
    wanted: () => Promise<string>,
  ): Promise<void> {
    if (!MODES.includes(presentationMode)) throw developerError('The emulation presents as a popup only');
    if (this.#popup !== null) throw developerError('The session is started already');
    const popup = openPopup(this.#parts.approvalUrl, this.#parts.funding, (answer) => {
      this.#answered(answer);
    });
    const token = wanted();
    if (popup === null) {
      // Nobody is left to hear whether there is anything to show.
      token.catch(() => undefined);
      throw this.#failed(new SdkError(POPUP_BLOCKED, 'The window was blocked', true));
    }
    this.#popup = popup;
    try {
      const shown = await token;
      // The buyer may have gone meanwhile.
      if (this.#popup !== popup) return;
      this.#token = shown;
      popup.show(what, shown);
    } catch (error) {
      if (this.#popup !== popup) return;
      this.#close();
      throw this.#failed(asError(error));
    }
  }

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

  /** Tells the page's `onError`, as well as who awaits the start. */
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
