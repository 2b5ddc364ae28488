import { COMPLETION_GRACE_MS, SHEET_ABANDONED_MS } from '../../constants.ts';
import { windowBlocked } from '../../i18n/sheet.cs.ts';
import type { AuthoriseReply, SheetClosing, SheetError, SheetReply } from '../../wallets/protocol.ts';
import type { DecelerationReason } from '../deceleration.ts';
import type { SheetAbort } from './actions.ts';
import { sheetError } from './errors.ts';
import { isPageFault, failureNotice, walletFailure, type FailureNotice } from './failure-notice.ts';
import { isFinal, type Failure, type FinalPhase, type Phase } from './phase.ts';
import { reportFailure, reportLeaving, reportMetric } from './report.ts';
import type { SheetRequest } from '../request.ts';
import type { SheetCart } from './sheet-cart.ts';

/** The reply of every step after the end. */
export type EndReply = Extract<SheetReply, { readonly kind: 'end' }>;

/** A step took too long. */
export const TIMEOUT = sheetError('TIMEOUT', 'other', 'errors.timeout');
const CLOSED = sheetError('SESSION_ENDED', 'other', 'errors.closed');
const TO_CHECKOUT = sheetError('CONTINUE_IN_CHECKOUT', 'other', 'errors.checkout');

const isTimeout = (reply: AuthoriseReply): boolean =>
  reply.kind !== 'complete' && (reply.kind === 'end' ? reply.error : reply.errors[0]) === TIMEOUT;

/** Ends a sheet's flow: navigates, shows messages, and removes the buyer's data from the cart if required. */
export class SheetEnding {
  readonly #aborting = new AbortController();
  #phase: Phase = { kind: 'open', failure: null };
  /** Ends the wait for a sheet to close, because a vendor may never report it. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `finished` is called once, at the end of the flow. `leaves` is true if the page is about to navigate. */
  constructor(
    private readonly request: SheetRequest,
    private readonly cart: SheetCart,
    private readonly finished: (leaves: boolean) => void,
  ) {}

  /** Aborts when the flow is over. */
  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  /** The reply of every step after the end; null before it. */
  get reply(): EndReply | null {
    return isFinal(this.#phase) ? { kind: 'end', error: this.#phase.error } : null;
  }

  /** Records the last step's failure, which is shown if the buyer closes the sheet now. */
  noted(failure: Failure | null): void {
    if (!isFinal(this.#phase)) this.#phase = { ...this.#phase, failure };
  }

  /** Keeps an authorisation running after a quit until its answer. `approved`: the buyer agreed in a window. */
  async outliving(authorising: Promise<AuthoriseReply>, approved: boolean): Promise<AuthoriseReply> {
    const before = this.#phase;
    if (before.kind === 'authorising') this.#phase = { ...before, pending: before.pending + 1 };
    else if (before.kind === 'open')
      this.#phase = { ...before, kind: 'authorising', pending: 1, approved, quitting: false };
    const settled = await authorising;
    if (isTimeout(settled)) reportMetric(this.request, 'authorization_timeout');
    // A window shows no errors. If the answer is late, the checkout shows the outcome: the cart keeps the order.
    const reply = approved && settled.kind === 'show_error' ? this.decelerate('cart_not_ready') : settled;
    const phase = this.#phase;
    if (phase.kind !== 'authorising') return reply;
    if (phase.pending > 1) {
      this.#phase = { ...phase, pending: phase.pending - 1 };
      return reply;
    }
    this.#phase = { kind: 'open', failure: phase.failure };
    // The buyer cannot correct anything in a sheet whose element was removed.
    // Stryker disable next-line ConditionalExpression: any other reply has ended the flow
    return phase.quitting && reply.kind === 'show_error' ? this.#finish(reply.errors[0]) : reply;
  }

  /**
   * Ends the flow silently, for reasons of the page; false if it must wait. An order that was made still leads to
   * its confirmation. An authorisation in progress outlives the pressed element. If there may be an order, it also outlives the
   * page: a page restored from the back/forward cache continues.
   */
  quit(pageIsGone: boolean): boolean {
    const phase = this.#phase;
    if (phase.kind === 'authorising' && (!pageIsGone || this.cart.mayBeOrdered)) {
      this.#phase = { ...phase, quitting: true };
      return false;
    }
    if (!pageIsGone) this.#leave();
    this.#finish();
    return true;
  }

  /** The sheet is gone. If the browser blocked its window, the checkout of the cart needs none. */
  closed(how: SheetClosing): void {
    const phase = this.#phase;
    if (phase.kind === 'finished' || phase.kind === 'leaving') {
      this.#leave();
      return;
    }
    if (this.cart.mayBeOrdered) {
      this.toCheckout(null);
      return;
    }
    if (how.kind === 'left') {
      this.#finish(CLOSED, true);
      return;
    }
    let { failure } = phase;
    if (how.kind === 'cancelled' && this.request.instrument.inWindow) failure = null;
    if (how.kind === 'failed') {
      console.warn(`accelerated-checkout: the wallet's sheet failed: ${how.code}`);
      failure ??= walletFailure(this.request);
    }
    if (how.kind === 'blocked' && failure?.reason !== 'out_of_stock') {
      const checkout = this.cart.latest && this.cart.checkoutUrl(null);
      const text = windowBlocked(this.request.instrument.walletName, checkout);
      failure = { reason: 'window_blocked', text };
    }
    this.#finish();
    if (failure) reportFailure(this.request, failure);
    else reportMetric(this.request, 'sheet_cancelled');
  }

  decelerate(reason: DecelerationReason): EndReply {
    return this.cart.latest === null
      ? this.abort({ kind: 'wallet_unavailable', code: reason })
      : this.toCheckout(reason);
  }

  /** Leads to the cart's checkout; there must be a cart. */
  toCheckout(reason: DecelerationReason | null): EndReply {
    const reply = this.#head(this.cart.checkoutUrl(reason), reason, TO_CHECKOUT);
    this.#leave();
    return reply;
  }

  /** There is an order. The sheet shows success and closes; if it does not close, the page leaves for the order anyway. */
  complete(url: string): AuthoriseReply {
    this.#head(url, null, CLOSED);
    this.#wait(COMPLETION_GRACE_MS, () => {
      this.#leave();
    });
    return { kind: 'complete' };
  }

  /** Aborts the flow. A buyer who has approved a payment in a window continues in the checkout in any case. */
  abort(abort: SheetAbort): EndReply {
    const { request } = this;
    return isPageFault(request, abort) && 'approved' in this.#phase && this.#phase.approved
      ? this.decelerate('cart_not_ready')
      : this.fail(failureNotice(abort, request, this.cart));
  }

  /** The sheet shows it at once, the page after the sheet has closed. */
  fail(said: FailureNotice): EndReply {
    if (!isFinal(this.#phase))
      this.#wait(SHEET_ABANDONED_MS, () => {
        this.closed({ kind: 'cancelled' });
      });
    // Stryker disable next-line StringLiteral: this kind is told by what it has
    return this.reply ?? this.#enter({ kind: 'failed', ...said });
  }

  /** Fixes the page's destination, and dispatches it to listeners. */
  #head(redirectUrl: string, decelerationReason: DecelerationReason | null, error: SheetError): EndReply {
    const phase = this.#phase;
    if (phase.kind === 'leaving' || phase.kind === 'finished') return { kind: 'end', error: phase.error };
    const reply = this.#enter({ kind: 'leaving', error, url: redirectUrl });
    reportLeaving(this.request, redirectUrl, decelerationReason);
    return reply;
  }

  /** Navigates, which also closes an open sheet, if there is a destination. */
  #leave(): void {
    const phase = this.#phase;
    if (phase.kind !== 'leaving') return;
    this.#finish(CLOSED, true);
    this.request.navigate(phase.url);
  }

  /**
   * Releases everything. Removes the buyer's data from the cart unless they are needed, or always if the wallet
   * requires it.
   */
  #finish(error = CLOSED, leaves = false): EndReply {
    const before = this.#phase.kind;
    const reply = this.#enter({ kind: 'finished', error });
    if (before === 'finished') return reply;
    clearTimeout(this.#timer);
    const { forgetsBuyer, ordersInCheckout } = this.request.instrument;
    const isNeeded = before === 'leaving' || this.cart.mayBeOrdered || ordersInCheckout;
    if (!isNeeded || forgetsBuyer) this.cart.forget();
    this.finished(leaves);
    return reply;
  }

  /** Aborts all pending calls. The replies to steps no longer change. */
  #enter(phase: FinalPhase): EndReply {
    const error = isFinal(this.#phase) ? this.#phase.error : phase.error;
    this.#phase = { ...phase, error };
    this.#aborting.abort();
    return { kind: 'end', error };
  }

  #wait(milliseconds: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, milliseconds);
  }
}
