import { dispatch, type UnavailableReason } from '../flows/events.ts';
import type { SkipListener } from '../flows/wallet-check.ts';

/**
 * What every element of ours does with being connected, moved, changed and taken out. It holds no state beyond what its
 * attributes and the page say, so that it survives being moved, cloned, taken out and put back.
 */
export abstract class LifecycleElement extends HTMLElement {
  #refreshing = false;
  /** What was already reported: every problem is told once, not at every change. */
  readonly #reported = new Set<string>();

  /** Brings everything in line with the attributes and the page. */
  protected abstract refresh(): void;
  /** The element is gone: everything it listened to is let go. */
  protected abstract end(): void;

  connectedCallback(): void {
    this.#refreshSoon();
  }

  /** That it exists lets `moveBefore` move the element without disconnecting it; what is around may be another now. */
  connectedMoveCallback(): void {
    this.#refreshSoon();
  }

  /** Other moves disconnect and connect again: only what stays away for a task is gone. */
  disconnectedCallback(): void {
    setTimeout(() => {
      if (!this.isConnected) this.end();
    });
  }

  attributeChangedCallback(): void {
    this.#refreshSoon();
  }

  /** Several changes in a row are one; while the page is being parsed, the children may still be to come. */
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

  /** Tells the developer, on the console only. False where it has been told before. A wallet a browser lacks is no error. */
  protected report(message: string, how: 'error' | 'debug' = 'error'): boolean {
    if (this.#reported.has(message)) return false;
    this.#reported.add(message);
    console[how](message);
    return true;
  }

  /** Tells once per wallet and reason that it is passed over, and why. */
  protected readonly skipped: SkipListener = (instrument, reason) => {
    if (this.report(`UnavailableWallet: <${this.localName}> cannot offer ${instrument}: ${reason}.`, 'debug'))
      this.unavailable(instrument, reason);
  };

  protected unavailable(instrument: Parameters<SkipListener>[0] | null, reason: UnavailableReason): void {
    dispatch(this, 'accelerated-checkout:unavailable', { instrument, reason });
  }
}
