import { dispatch, type UnavailableReason } from '../flows/events.ts';
import type { SkipListener } from '../flows/wallet-check.ts';

/**
 * Handles connecting, moving, changing and removing for all elements. Everything derives from the attributes and the
 * page, so an element survives being moved, cloned, removed and inserted again.
 */
export abstract class LifecycleElement extends HTMLElement {
  #refreshing = false;
  /** Problems that were already reported; each is reported once, not at every change. */
  readonly #reported = new Set<string>();

  /** Applies the attributes and the state of the page. */
  protected abstract refresh(): void;
  /** Called when the element is removed: release all listeners and requests. */
  protected abstract end(): void;

  connectedCallback(): void {
    this.#refreshSoon();
  }

  /** With this callback, `moveBefore` does not disconnect the element. Its surroundings may have changed. */
  connectedMoveCallback(): void {
    this.#refreshSoon();
  }

  /** Other moves disconnect and reconnect. Only an element that is still disconnected in the next task was removed. */
  disconnectedCallback(): void {
    setTimeout(() => {
      if (!this.isConnected) this.end();
    });
  }

  attributeChangedCallback(): void {
    this.#refreshSoon();
  }

  /** Batches changes into one refresh. Waits for the parser, because the element's children may not be parsed yet. */
  #refreshSoon(): void {
    if (this.#refreshing) return;
    this.#refreshing = true;
    const refresh = (): void => {
      this.#refreshing = false;
      if (this.isConnected) this.refresh();
    };
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', refresh, { once: true });
    else queueMicrotask(refresh);
  }

  /**
   * Writes to the console, once per message; returns false for a repeated one. Use `debug` for wallets that the browser
   * lacks.
   */
  protected report(message: string, how: 'error' | 'debug' = 'error'): boolean {
    if (this.#reported.has(message)) return false;
    this.#reported.add(message);
    console[how](message);
    return true;
  }

  /** Reports a skipped wallet, once per wallet and reason. */
  protected readonly skipped: SkipListener = (instrument, reason) => {
    if (this.report(`UnavailableWallet: <${this.localName}> cannot offer ${instrument}: ${reason}.`, 'debug'))
      this.unavailable(instrument, reason);
  };

  protected unavailable(instrument: Parameters<SkipListener>[0] | null, reason: UnavailableReason): void {
    dispatch(this, 'accelerated-checkout:unavailable', { instrument, reason });
  }
}
