import { withDeadline } from '../../../base/deadline.ts';
import { abortable } from '../../../base/wait.ts';
import type { WalletContent } from '../flow/inputs.ts';
import { type CardField, readFrameMessage, SUBMIT_MESSAGE } from './protocol.ts';

/** The result of requesting a session from the card fields. */
export type CardResult =
  | { readonly kind: 'session'; readonly session: string }
  /** A card that the buyer keeps in the shop's wallet. */
  | { readonly kind: 'wallet'; readonly content: WalletContent }
  | { readonly kind: 'invalid'; readonly fields: readonly CardField[] }
  | { readonly kind: 'error'; readonly message: string | null };

/** The interface of the card fields to the checkout. */
export interface CardFrame {
  readonly tokenise: (signal: AbortSignal) => Promise<CardResult>;
  readonly focus: () => void;
  /** Whether it can be asked only after everything else of the order has been saved. */
  readonly asksLast?: boolean;
}

export interface HostedFieldsEvents {
  readonly onReady: () => void;
  readonly onHeight: (height: number) => void;
}

const DEADLINE = 30_000;
const LEAST_HEIGHT = 120;
const GREATEST_HEIGHT = 1_200;

/** Exchanges messages with the sandboxed frame of the card fields. Its origin is opaque, so its window identifies it. */
export class HostedFields implements CardFrame {
  readonly #host: Window;
  readonly #frame: HTMLIFrameElement;
  readonly #events: HostedFieldsEvents;
  #settle: ((result: CardResult) => void) | null = null;

  constructor(host: Window, frame: HTMLIFrameElement, events: HostedFieldsEvents) {
    this.#host = host;
    this.#frame = frame;
    this.#events = events;
    host.addEventListener('message', this.#onMessage);
  }

  dispose(): void {
    this.#host.removeEventListener('message', this.#onMessage);
    this.#settle?.({ kind: 'error', message: null });
  }

  focus(): void {
    this.#frame.focus();
  }

  async tokenise(signal: AbortSignal): Promise<CardResult> {
    signal.throwIfAborted();
    const limit = withDeadline(signal, DEADLINE);
    const answer = new Promise<CardResult>((resolve) => {
      this.#settle = resolve;
    });
    // The message carries nothing secret; an opaque origin can only be addressed by '*'.
    this.#frame.contentWindow?.postMessage(SUBMIT_MESSAGE, '*');
    try {
      return await abortable(answer, limit.signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return { kind: 'error', message: null };
    } finally {
      limit.clear();
      this.#settle = null;
    }
  }

  readonly #onMessage = (event: MessageEvent<unknown>): void => {
    if (event.source === null || event.source !== this.#frame.contentWindow) return;
    const message = readFrameMessage(event.data);
    switch (message?.type) {
      case 'zkratka:ready':
        this.#events.onReady();
        return;
      case 'zkratka:height':
        this.#events.onHeight(Math.round(Math.min(Math.max(message.height, LEAST_HEIGHT), GREATEST_HEIGHT)));
        return;
      case 'zkratka:session':
        this.#settle?.({ kind: 'session', session: message.session });
        return;
      case 'zkratka:invalid':
        this.#settle?.({ kind: 'invalid', fields: message.fields });
        return;
      case 'zkratka:error':
        this.#settle?.({ kind: 'error', message: message.message });
        return;
      case undefined:
        return;
    }
  };
}
