import { COMPLETION_GRACE_MS, SHEET_ABANDONED_MS } from '../../constants.ts';
import { CHECKOUT_ERROR, customValidation, OUT_OF_STOCK, walletError } from '../../i18n/cs.ts';
import { windowBlocked } from '../../i18n/sheet.cs.ts';
import type { AuthoriseReply, SheetClosing, SheetError, SheetReply } from '../../wallets/protocol.ts';
import { mayCount, visitorId } from '../consent.ts';
import type { DecelerationReason } from '../deceleration.ts';
import { dispatch, type Metric } from '../events.ts';
import type { SheetAbort } from './actions.ts';
import { sheetError, walletFault } from './errors.ts';
import { isOver, type Failure, type Over, type Phase } from './phase.ts';
import type { WalletSheetRequest } from './request.ts';
import type { SheetCart } from './sheet-cart.ts';

/** What a step answers once the session is over. */
export type EndReply = Extract<SheetReply, { readonly kind: 'end' }>;

/** A step took too long. */
export const TIMEOUT = sheetError('TIMEOUT', 'other', 'errors.timeout');
const CLOSED = sheetError('SESSION_ENDED', 'other', 'errors.closed');
const TO_CHECKOUT = sheetError('CONTINUE_IN_CHECKOUT', 'other', 'errors.checkout');
const SOLD_OUT = sheetError('MERCHANDISE_OUT_OF_STOCK', 'other', 'error_dialogs.product.out_of_stock');

/** The page has no cart, or names a language or a country that there is not: no buyer can mend it (row 8.06). */
const PAGE_FAULTS: readonly string[] = ['MISSING_CART', 'INVALID_CONTEXT'];

const isTimeout = (reply: AuthoriseReply): boolean =>
  (reply.kind === 'show_error' && reply.errors[0] === TIMEOUT) ||
  (reply.kind === 'end' && reply.error === TIMEOUT);

/** How a session ends: where the page goes, what the buyer is told, and what the cart forgets. */
export class SheetEnding {
  readonly #aborting = new AbortController();
  #phase: Phase = { kind: 'open', failure: null };
  /** Ends what waits for a sheet to close: a vendor may never say that it has. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `finished` is called once, when nothing of the session is left: with whether the page is about to be, too. */
  constructor(
    private readonly request: WalletSheetRequest,
    private readonly cart: SheetCart,
    private readonly finished: (leaves: boolean) => void,
  ) {}

  /** Aborts when the session is over. */
  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  /** What every step answers once the session is over; null until then. */
  get reply(): EndReply | null {
    return isOver(this.#phase) ? { kind: 'end', error: this.#phase.error } : null;
  }

  /** Notes how the last step ended: what it failed with is told should the buyer close the sheet now. */
  noted(failure: Failure | null): void {
    if (!isOver(this.#phase)) this.#phase = { ...this.#phase, failure };
  }

  /** Something nothing else explains. A cart that could not even be made is the checkout's failure, not the wallet's. */
  get unexplained(): Failure {
    return this.request.source.kind === 'line' && this.cart.latest === null
      ? { reason: 'checkout_unavailable', text: CHECKOUT_ERROR }
      : { reason: 'wallet_unavailable', text: walletError(this.request.instrument.walletName) };
  }

  /** Something nothing else explains, as the sheet says it. */
  fault(code: string): SheetError {
    return walletFault(this.request.instrument.walletName, code);
  }

  /** Has what the buyer agreed to outlive a quit until it is answered; `approved`: in a window. */
  async outliving(authorising: Promise<AuthoriseReply>, approved: boolean): Promise<AuthoriseReply> {
    const before = this.#phase;
    if (before.kind === 'authorising') this.#phase = { ...before, pending: before.pending + 1 };
    else if (before.kind === 'open')
      this.#phase = { ...before, kind: 'authorising', pending: 1, approved, quitting: false };
    const reply = await authorising;
    if (isTimeout(reply)) this.#count('authorization_timeout');
    const phase = this.#phase;
    if (phase.kind !== 'authorising') return reply;
    if (phase.pending > 1) {
      this.#phase = { ...phase, pending: phase.pending - 1 };
      return reply;
    }
    this.#phase = { kind: 'open', failure: phase.failure };
    // Nothing can be mended in a sheet whose element is gone.
    return phase.quitting && reply.kind === 'show_error' ? this.#finish(reply.errors[0]) : reply;
  }

  /**
   * Ends it without a word, for reasons of the page; false where that must wait. An order that was made still leads to
   * its confirmation. What the buyer has just authorised outlives the element that was pressed, and where there may be an
   * order even the page: one that is kept by the browser and comes back goes on, any other is gone anyway.
   */
  quit(pageIsGone: boolean): boolean {
    const phase = this.#phase;
    if (phase.kind === 'authorising' && (!pageIsGone || this.cart.mayBeOrdered)) {
      this.#phase = { ...phase, quitting: true };
      return false;
    }
    if (pageIsGone || !this.#leave()) this.#finish();
    return true;
  }

  /** The sheet is gone. */
  closed(how: SheetClosing): void {
    const phase = this.#phase;
    if (phase.kind === 'finished' || this.#leave()) return;
    if (this.cart.mayBeOrdered && this.toCheckout(null)) return;
    const { walletName, inWindow } = this.request.instrument;
    let failure = 'failure' in phase ? phase.failure : null;
    if (how.kind === 'cancelled' && inWindow) failure = null;
    if (how.kind === 'failed') {
      console.warn(`accelerated-checkout: the wallet's sheet failed: ${how.code}`);
      failure ??= { reason: 'wallet_unavailable', text: walletError(walletName) };
    }
    this.#finish();
    if (failure) this.#tell(failure);
    else this.#count('sheet_cancelled');
  }

  /** The browser let no window open. The checkout, where there is a cart, needs none. */
  blocked(): void {
    const phase = this.#phase;
    if (phase.kind === 'finished' || this.#leave()) return;
    const checkout = this.cart.latest && this.cart.checkoutUrl(null);
    const text = windowBlocked(this.request.instrument.walletName, checkout);
    const failure = 'failure' in phase ? phase.failure : null;
    this.#finish();
    this.#tell(failure?.reason === 'out_of_stock' ? failure : { reason: 'window_blocked', text });
  }

  decelerate(reason: DecelerationReason): EndReply {
    return this.toCheckout(reason) ?? this.abort({ kind: 'wallet_unavailable', code: reason });
  }

  /** Leads to the checkout; null where there is no cart to lead to. */
  toCheckout(reason: DecelerationReason | null): EndReply | null {
    if (this.cart.latest === null) return null;
    const reply = this.#head(this.cart.checkoutUrl(reason), reason, TO_CHECKOUT);
    this.#leave();
    return reply;
  }

  /** There is an order. The sheet shows that it worked and closes; should it not, the buyer still gets to the order. */
  complete(url: string): AuthoriseReply {
    this.#head(url, null, CLOSED);
    this.#wait(COMPLETION_GRACE_MS, () => this.#leave());
    return { kind: 'complete' };
  }

  /** Gives the session up. */
  abort(abort: SheetAbort): EndReply {
    const { walletName, inWindow } = this.request.instrument;
    switch (abort.kind) {
      case 'out_of_stock':
        return this.fail({ reason: abort.kind, text: OUT_OF_STOCK }, SOLD_OUT);
      case 'custom_validation': {
        const error = { ...this.fault('VALIDATION_CUSTOM'), message: abort.message };
        return this.fail({ reason: abort.kind, text: customValidation(abort.message, walletName) }, error);
      }
      case 'wallet_unavailable': {
        const isOfPage = inWindow === true && PAGE_FAULTS.includes(abort.code);
        if (isOfPage && 'approved' in this.#phase && this.#phase.approved)
          return this.decelerate('cart_not_ready');
        // A cart that the page had may have been bought in another tab: that must be said, and a reload mends it.
        const silent = isOfPage && (abort.code !== 'MISSING_CART' || this.request.source.kind === 'line');
        return this.fail({ ...this.unexplained, silent }, this.fault(abort.code));
      }
    }
  }

  /** The sheet says it at once, the dialog when the sheet is gone. */
  fail(failure: Failure, error: SheetError): EndReply {
    if (!isOver(this.#phase))
      this.#wait(SHEET_ABANDONED_MS, () => {
        this.closed({ kind: 'cancelled' });
      });
    return this.reply ?? this.#enter({ kind: 'failed', error, failure });
  }

  /** Settles where the page goes, and tells whoever listens. */
  #head(redirectUrl: string, decelerationReason: DecelerationReason | null, error: SheetError): EndReply {
    const phase = this.#phase;
    if (phase.kind === 'leaving' || phase.kind === 'finished') return { kind: 'end', error: phase.error };
    const reply = this.#enter({ kind: 'leaving', error, url: redirectUrl });
    const { host, instrument } = this.request;
    const detail = { instrument: instrument.name, redirectUrl, decelerationReason };
    dispatch(host, 'accelerated-checkout:complete', detail);
    return reply;
  }

  /** Leaves the page; false where there is nowhere to go. The sheet, should it still be there, goes with it. */
  #leave(): boolean {
    const phase = this.#phase;
    if (phase.kind !== 'leaving') return false;
    this.#finish(CLOSED, true);
    this.request.navigate(phase.url);
    return true;
  }

  /** Nothing of the session is left; what the buyer told is forgotten unless it is needed, or the wallet wants it so. */
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

  /** Stops everything under way. What steps answer does not change any more. */
  #enter(phase: Over): EndReply {
    const error = isOver(this.#phase) ? this.#phase.error : phase.error;
    this.#phase = { ...phase, error };
    this.#aborting.abort();
    return { kind: 'end', error };
  }

  #wait(milliseconds: number, then: () => void): void {
    clearTimeout(this.#timer);
    if (this.#phase.kind !== 'finished') this.#timer = setTimeout(then, milliseconds);
  }

  /** Counting is all that needs the visitor's consent (row 3.20). */
  #count(metric: Metric): void {
    if (!mayCount()) return;
    const { host, instrument } = this.request;
    const detail = { instrument: instrument.name, metric, visitorId: visitorId() };
    dispatch(host, 'accelerated-checkout:metric', detail);
  }

  #tell({ reason, text, silent = false }: Failure): void {
    const { host, instrument, showDialog } = this.request;
    dispatch(host, 'accelerated-checkout:error', { instrument: instrument.name, reason, message: text.text });
    if (!silent) showDialog(text);
  }
}
