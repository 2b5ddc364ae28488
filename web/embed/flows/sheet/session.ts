import {
  AUTHORIZATION_TIMEOUT_MS,
  CART_CREATION_DEADLINE_MS,
  COMPLETION_GRACE_MS,
  DELIVERY_UPDATE_LOOP_TIMEOUT_MS,
  SHEET_ABANDONED_MS,
} from '../../constants.ts';
import {
  CHECKOUT_ERROR,
  customValidation,
  OUT_OF_STOCK,
  walletError,
  type DialogWithLink,
} from '../../i18n/cs.ts';
import { windowBlocked } from '../../i18n/sheet.cs.ts';
import type {
  AuthorisedPayment,
  AuthoriseReply,
  BuyerDetails,
  OrderReply,
  OrderWish,
  SheetClosing,
  SheetContact,
  SheetError,
  SheetErrors,
  SheetHandlers,
  SheetReply,
  ValidationReply,
  WalletContent,
  WalletOperations,
} from '../../wallets/protocol.ts';
import { cartClientFailure } from '../../cart/error.ts';
import type { CartSnapshot } from '../../cart/snapshot.ts';
import { mayCount, visitorId } from '../consent.ts';
import { abortable } from '../abortable.ts';
import { isDeadlineError, withDeadline } from '../deadline.ts';
import type { DecelerationReason } from '../deceleration.ts';
import { dispatch, type FailureReason, type Metric } from '../events.ts';
import { redirectUrl } from '../redirect.ts';
import type { SheetAbort, SheetAction } from './actions.ts';
import { missingPart } from './agreement.ts';
import { takeOver } from './approval.ts';
import { agreedIdentity } from './contact.ts';
import { sheetError, walletFault } from './errors.ts';
import type { WalletSheetRequest } from './request.ts';
import { sameTotal, SheetCart } from './sheet-cart.ts';
import { attemptToken, type SubmissionOutcome } from './submission.ts';
import { faultOf, faultOfSubmission, verdictOfFaults } from './verdict.ts';
import { sheetView } from './view.ts';

/** The page has no cart, or names a language or a country that there is not: no buyer can mend it (row 8.06). */
const PAGE_FAULTS: readonly string[] = ['MISSING_CART', 'INVALID_CONTEXT'];

/** For the console (row 5.10); the shopper sees the wallet's dialog. */
export const digitalCart = (walletName: string): string => `${walletName} checkout started for digital cart`;

/** What the shopper is told once the sheet is gone. */
interface Failure {
  readonly reason: FailureReason;
  readonly text: DialogWithLink;
  /** Reported, and not said. */
  readonly silent?: boolean;
}

type EndReply = Extract<SheetReply, { readonly kind: 'end' }>;
type Problem = Exclude<SheetReply, { readonly kind: 'update' }>;

const CLOSED = sheetError('SESSION_ENDED', 'other', 'errors.closed');
const TIMEOUT = sheetError('TIMEOUT', 'other', 'errors.timeout');
const TO_CHECKOUT = sheetError('CONTINUE_IN_CHECKOUT', 'other', 'errors.checkout');
const OUT_OF_STOCK_ERROR = sheetError(
  'MERCHANDISE_OUT_OF_STOCK',
  'other',
  'error_dialogs.product.out_of_stock',
);

/** The server has no room for the call now. */
function isThrottled(error: unknown): boolean {
  const failure = cartClientFailure(error);
  return failure?.kind === 'status' && failure.status === 429;
}

/** The server knows no such language, or no such country. */
function isOutOfContext(error: unknown): boolean {
  const failure = cartClientFailure(error);
  return (
    failure?.kind === 'graphql' &&
    failure.graphQLErrors.some(({ message }) => /(Country|Language)Code/.test(message))
  );
}

/** The address of a page on the web; null for anything else. */
const webUrl = (url: string): string | null => (/^https?:\/\//.test(url) ? url : null);

/**
 * One wallet's sheet, from the click to its end. Steps are done one after the other, each with a deadline; after the end
 * every step answers `end`, and whatever was under way is aborted.
 */
export class SheetSession {
  readonly #cart: SheetCart;
  readonly #ending = new AbortController();
  /** Why the session is over; null while it is not. */
  #over: SheetError | null = null;
  #failure: Failure | null = null;
  /** Where the page goes; once this is known nothing else may lead it elsewhere. */
  #destination: string | null = null;
  #finished = false;
  /** Ends what waits for a sheet to close that is over. */
  #grace: ReturnType<typeof setTimeout> | undefined;
  /** Authorisations under way. */
  #authorising = 0;
  /** To be ended when none is. */
  #quitting = false;
  /** The buyer has agreed in a window: from then on silence would lose an order. */
  #isApproved = false;
  /** What the sheet shows, and the buyer therefore agrees to. */
  #shown: CartSnapshot['cost'] | null = null;
  #optionId: string | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  /** `finished` is called once, when nothing of the session is left: with whether the page is about to be, too. */
  constructor(
    private readonly request: WalletSheetRequest,
    private readonly finished: (leaves: boolean) => void,
  ) {
    this.#cart = new SheetCart(request);
  }

  /** What the adapter calls. */
  readonly handlers: SheetHandlers = {
    opened: () => this.#step(CART_CREATION_DEADLINE_MS, (signal) => this.#opened(signal)),
    merchantValidation: (url) => this.#merchantValidation(url),
    addressSelected: (address) =>
      this.#changed(async (signal) => this.#cart.preview(address, this.#optionId, signal)),
    optionSelected: (id) => this.#changed((signal) => this.#optionSelected(id, signal)),
    paymentMethodSelected: (billing) => this.#changed((signal) => this.#paymentMethod(billing, signal)),
    couponEntered: (code) => this.#changed((signal) => this.#cart.discount(code, signal)),
    authorised: (payment) =>
      this.#outliving(this.#step(AUTHORIZATION_TIMEOUT_MS, (signal) => this.#authorised(payment, signal))),
    orderWanted: (wish) => this.#orderWanted(wish),
    approved: (token, content) => this.#approvedElsewhere(token, content),
    closed: (how) => {
      this.#closed(how);
    },
  };

  /**
   * Ends it without a word, for reasons of the page; false where that must wait. An order that was made still leads to
   * its confirmation. What the buyer has just authorised outlives the element that was pressed, and where there may be an
   * order even the page: one that is kept by the browser and comes back goes on, any other is gone anyway.
   */
  quit(pageIsGone: boolean): boolean {
    if (this.#authorising > 0 && this.#over === null && (!pageIsGone || this.#cart.mayBeOrdered)) {
      this.#quitting = true;
      return false;
    }
    if (!pageIsGone) this.#leave();
    this.#finish();
    return true;
  }

  /** Puts off a quit until the authorisation is answered; nothing can be mended in the sheet then. */
  async #outliving(authorising: Promise<AuthoriseReply>): Promise<AuthoriseReply> {
    this.#authorising += 1;
    const reply = await authorising;
    this.#authorising -= 1;
    if (TIMEOUT === (reply.kind === 'show_error' ? reply.errors[0] : reply.kind === 'end' && reply.error))
      this.#count('authorization_timeout');
    if (!this.#quitting || this.#authorising > 0 || reply.kind !== 'show_error') return reply;
    const end = this.#end(reply.errors[0]);
    this.#finish();
    return end;
  }

  /** Does a step after those before it. Settles by its deadline and never rejects. */
  #step<Reply extends SheetReply | AuthoriseReply | ValidationReply | OrderReply>(
    milliseconds: number,
    work: (signal: AbortSignal) => Promise<Reply>,
  ): Promise<Reply | Problem> {
    const before = this.#queue;
    const run = async (): Promise<Reply | Problem> => {
      if (this.#over) return this.#end(this.#over);
      const { signal, clear } = withDeadline(this.#ending.signal, milliseconds);
      try {
        await abortable(before, signal);
        return await work(signal);
      } catch (error) {
        return this.#caught(error);
      } finally {
        clear();
      }
    };
    const reply = run();
    this.#queue = reply;
    return reply;
  }

  /** A step that changes what the sheet shows. */
  #changed(work: (signal: AbortSignal) => Promise<SheetAction>): Promise<SheetReply> {
    return this.#step(DELIVERY_UPDATE_LOOP_TIMEOUT_MS, async (signal) => {
      if (this.#cart.latest === null)
        return this.#abort({ kind: 'wallet_unavailable', code: 'MISSING_CART' });
      return this.#answer(await work(signal));
    });
  }

  async #opened(signal: AbortSignal): Promise<SheetReply> {
    if (this.#cart.latest !== null) return this.#answer({ kind: 'update' });
    const action = await this.#cart.open(signal);
    if (action.kind !== 'update') return this.#answer(action);
    const { instrument, requiresShipping, hasSellingPlan } = this.request;
    if (!this.#cart.requiresShipping && instrument.shippedOnly) {
      console.error(digitalCart(instrument.walletName));
      const text = walletError(instrument.walletName);
      return this.#fail({ reason: 'digital_cart', text }, this.#walletFault('DIGITAL_CART'));
    }
    // The sheet does not ask where to send it, or offers cards that cannot be charged again: the checkout does better.
    if (this.#cart.requiresShipping && !requiresShipping) return this.#decelerate('cart_not_ready');
    if (this.#cart.hasSellingPlan && !hasSellingPlan) return this.#decelerate('cart_not_ready');
    return this.#answer(action);
  }

  /** No sheet shows an error before it has been validated: whatever is wrong ends it. */
  async #merchantValidation(url: string): Promise<ValidationReply> {
    const reply = await this.#step(CART_CREATION_DEADLINE_MS, (signal) => this.#validate(url, signal));
    return reply.kind === 'show_error' ? this.#fail(this.#generic(), reply.errors[0]) : reply;
  }

  /** The cart first (row 4.11): where it cannot be bought here, nobody is asked who the merchant is. */
  async #validate(url: string, signal: AbortSignal): Promise<ValidationReply | Problem> {
    const opened = await this.#opened(signal);
    if (opened.kind !== 'update') return opened;
    this.#shown = null;
    try {
      const validate = this.#operation('validateMerchant');
      return { kind: 'validated', session: await this.#cart.ask((call) => validate(call, url), signal) };
    } catch (error) {
      if (isThrottled(error)) return this.#decelerate('cart_throttled');
      throw error;
    }
  }

  /** A window has no place for errors: whatever is wrong ends it. */
  async #orderWanted(wish: OrderWish): Promise<OrderReply> {
    const reply = await this.#step(CART_CREATION_DEADLINE_MS, (signal) => this.#order(wish, signal));
    return reply.kind === 'show_error' ? this.#fail(this.#generic(), reply.errors[0]) : reply;
  }

  /** The cart first, then its order at the vendor's; what costs nothing has none, and is ordered in the checkout. */
  async #order(wish: OrderWish, signal: AbortSignal): Promise<OrderReply | Problem> {
    const opened = await this.#opened(signal);
    if (opened.kind !== 'update') return opened;
    if (this.#cart.latest?.cost.total === 0 && !this.#cart.hasSellingPlan)
      return this.#toCheckout(null) ?? this.#end(CLOSED);
    const create = this.#operation('createOrder');
    const { value: token, userErrors } = await this.#cart.ask((call) => create(call, wish), signal);
    return token === null ? this.#problem(this.#cart.refusal(userErrors), false) : { kind: 'ordered', token };
  }

  #operation<Name extends keyof WalletOperations>(name: Name): NonNullable<WalletOperations[Name]> {
    const operation = this.request.adapter.operations?.[name];
    if (!operation) throw new Error(`The wallet has no ${name}`);
    return operation;
  }

  /** Whatever is not known in time, the checkout knows later: the order is kept with the cart. */
  async #approvedElsewhere(...approval: Parameters<SheetHandlers['approved']>): Promise<AuthoriseReply> {
    const approving = this.#step(AUTHORIZATION_TIMEOUT_MS, (signal) => this.#approved(...approval, signal));
    const reply = await this.#outliving(approving);
    return reply.kind === 'show_error' ? this.#decelerate('cart_not_ready') : reply;
  }

  /** What the buyer can mend is mended in the checkout, where the purchase goes on anyway (row 4.19). */
  async #approved(
    token: string,
    content: (details: BuyerDetails) => WalletContent | null,
    signal: AbortSignal,
  ): Promise<AuthoriseReply> {
    this.#isApproved = true;
    const action = await takeOver(this.#cart, this.#operation('fetchBuyer'), token, content, signal);
    switch (action.kind) {
      case 'update':
        return this.#toCheckout(null) ? { kind: 'complete' } : this.#end(CLOSED);
      case 'show_error':
        return this.#decelerate('cart_not_ready');
      default:
        return this.#problem(action, false);
    }
  }

  async #optionSelected(id: string, signal: AbortSignal): Promise<SheetAction> {
    const action = await this.#cart.select(id, signal);
    if (action.kind === 'update') this.#optionId = id;
    return action;
  }

  #paymentMethod(billing: SheetContact | null, signal: AbortSignal): Promise<SheetAction> {
    return billing === null || this.#cart.requiresShipping
      ? Promise.resolve({ kind: 'update' })
      : this.#cart.bill(billing, signal);
  }

  async #authorised(payment: AuthorisedPayment, signal: AbortSignal): Promise<AuthoriseReply> {
    const cart = this.#cart.latest;
    const agreed = this.#shown;
    if (cart === null || agreed === null)
      return this.#abort({ kind: 'wallet_unavailable', code: 'MISSING_CART' });
    const requiresShipping = this.#cart.requiresShipping;
    const { billing } = payment;
    const missing = missingPart(payment, cart, {
      requiresShipping,
      emailRequired: this.request.emailRequired ?? false,
    });
    if (missing !== null || billing === null)
      return this.#mend([missing ?? sheetError('BILLING', 'billing', 'errors.invalid.billing_address')]);
    const shipping = requiresShipping ? payment.shipping : null;
    this.#cart.agreedCountries(shipping, billing);
    const steps = [
      () => this.#cart.identify(agreedIdentity(payment.email, shipping, billing), signal),
      () => this.#select(requiresShipping ? payment.optionId : null, signal),
      () => this.#unchanged(agreed),
      () =>
        this.#cart.pay(
          { content: payment.content, billing, canUsePaymentMethodForFreeOrder: false },
          agreed,
          signal,
        ),
    ];
    for (const step of steps) {
      const action = await step();
      if (action.kind !== 'update') return this.#problem(action, false);
    }
    return this.#submit(signal);
  }

  #select(id: string | null, signal: AbortSignal): Promise<SheetAction> {
    // What has become something else since the buyer agreed to it is not chosen anew in silence.
    if (this.#cart.latest?.groups.some(({ hasChanged }) => hasChanged))
      return Promise.resolve({ kind: 'decelerate', reason: 'cart_not_ready' });
    return id === null ? Promise.resolve({ kind: 'update' }) : this.#cart.select(id, signal);
  }

  /** What is charged is what the buyer saw: anything else goes to the checkout. */
  #unchanged(agreed: CartSnapshot['cost']): Promise<SheetAction> {
    const cost = this.#cart.latest?.cost;
    return Promise.resolve(
      cost && sameTotal(cost, agreed) ? { kind: 'update' } : { kind: 'decelerate', reason: 'dynamic_tax' },
    );
  }

  async #submit(signal: AbortSignal): Promise<AuthoriseReply> {
    const action = this.#actionOf(await this.#cart.submit(attemptToken(), signal));
    return action.kind === 'complete' ? this.#complete(action.url) : this.#problem(action, false);
  }

  #actionOf(outcome: SubmissionOutcome): SheetAction {
    switch (outcome.kind) {
      case 'SubmitSuccess':
        return { kind: 'complete', url: webUrl(outcome.redirectUrl) ?? this.#checkoutUrl(null) };
      case 'SubmitAlreadyAccepted':
        return { kind: 'complete', url: this.#checkoutUrl(null) };
      case 'SubmitFailed':
      case 'refused': {
        const faults =
          outcome.kind === 'refused'
            ? outcome.userErrors.map(faultOf)
            : outcome.errors.map(faultOfSubmission);
        const action = verdictOfFaults(faults, this.#cart.latest, this.#cart.context);
        return action.kind === 'update' ? { kind: 'retry' } : action;
      }
    }
  }

  /** Answers a step that may go on. */
  #answer(action: SheetAction): SheetReply {
    const cart = this.#cart.latest;
    if (action.kind !== 'update' || cart === null) return this.#problem(action, true);
    this.#failure = null;
    this.#shown = cart.cost;
    return { kind: 'update', view: sheetView(cart) };
  }

  /** Answers a step that cannot go on. `renews`: the sheet takes a new view along with the error. */
  #problem(action: SheetAction, renews: boolean): Problem {
    switch (action.kind) {
      case 'decelerate':
        return this.#decelerate(action.reason);
      case 'abort':
        return this.#abort(action.abort);
      case 'show_error':
        return this.#mend(action.errors, renews);
      case 'retry':
        return this.#decelerate('cart_not_ready');
      case 'complete':
      case 'update':
        return this.#abort({ kind: 'wallet_unavailable', code: 'MISSING_CART' });
    }
  }

  /** The buyer can mend it in the sheet. */
  #mend(errors: SheetErrors, renews = false): Problem {
    const cart = renews ? this.#cart.latest : null;
    if (cart) this.#shown = cart.cost;
    return { kind: 'show_error', view: cart && sheetView(cart), errors };
  }

  #decelerate(reason: DecelerationReason): EndReply {
    return this.#toCheckout(reason) ?? this.#abort({ kind: 'wallet_unavailable', code: reason });
  }

  /** Leads to the checkout; null where there is no cart to lead to. */
  #toCheckout(reason: DecelerationReason | null): EndReply | null {
    if (this.#cart.latest === null) return null;
    const reply = this.#end(TO_CHECKOUT);
    this.#head(this.#checkoutUrl(reason), reason);
    this.#leave();
    return reply;
  }

  #abort(abort: SheetAbort): EndReply {
    const { walletName, inWindow } = this.request.instrument;
    switch (abort.kind) {
      case 'out_of_stock':
        return this.#fail({ reason: abort.kind, text: OUT_OF_STOCK }, OUT_OF_STOCK_ERROR);
      case 'custom_validation': {
        const error = { ...this.#walletFault('VALIDATION_CUSTOM'), message: abort.message };
        return this.#fail({ reason: abort.kind, text: customValidation(abort.message, walletName) }, error);
      }
      case 'wallet_unavailable': {
        const isOfPage = inWindow === true && PAGE_FAULTS.includes(abort.code);
        if (isOfPage && this.#isApproved) return this.#decelerate('cart_not_ready');
        // A cart that the page had may have been bought in another tab: that must be said, and a reload mends it.
        const silent = isOfPage && (abort.code !== 'MISSING_CART' || this.request.source.kind === 'line');
        return this.#fail({ ...this.#generic(), silent }, this.#walletFault(abort.code));
      }
    }
  }

  #walletFault(code: string): SheetError {
    return walletFault(this.request.instrument.walletName, code);
  }

  /** A cart that could not even be made is the checkout's failure, anything later the wallet's. */
  #generic(): Failure {
    return this.request.source.kind === 'line' && this.#cart.latest === null
      ? { reason: 'checkout_unavailable', text: CHECKOUT_ERROR }
      : { reason: 'wallet_unavailable', text: walletError(this.request.instrument.walletName) };
  }

  /** The sheet says it at once, the dialog when the sheet is gone. */
  #fail(failure: Failure, error: SheetError): EndReply {
    this.#failure = failure;
    this.#wait(SHEET_ABANDONED_MS, () => {
      this.#closed({ kind: 'cancelled' });
    });
    return this.#end(error);
  }

  #complete(url: string): AuthoriseReply {
    this.#failure = null;
    this.#head(url, null);
    this.#end(CLOSED);
    // The sheet shows that it worked and closes; should it not, the buyer still gets to the order.
    this.#wait(COMPLETION_GRACE_MS, () => {
      this.#leave();
    });
    return { kind: 'complete' };
  }

  /** Does not wait for ever for a sheet to close: a vendor may never say that it has. */
  #wait(milliseconds: number, then: () => void): void {
    clearTimeout(this.#grace);
    if (!this.#finished) this.#grace = setTimeout(then, milliseconds);
  }

  /** The session is over: everything under way stops. */
  #end(error: SheetError): EndReply {
    this.#over ??= error;
    this.#ending.abort();
    return { kind: 'end', error: this.#over };
  }

  /** What a step threw. */
  #caught(error: unknown): Problem {
    if (this.#over) return this.#end(this.#over);
    // Nobody knows whether there is an order: the checkout shows how the attempt goes on.
    const unknown = this.#cart.mayBeOrdered ? this.#toCheckout(null) : null;
    if (unknown) return { kind: 'end', error: isDeadlineError(error) ? TIMEOUT : unknown.error };
    if (isDeadlineError(error) && this.#cart.latest !== null) {
      this.#failure = this.#generic();
      return this.#mend([TIMEOUT]);
    }
    console.warn('accelerated-checkout:', error);
    const code = isOutOfContext(error) ? 'INVALID_CONTEXT' : 'UNEXPECTED';
    return this.#abort({ kind: 'wallet_unavailable', code });
  }

  #checkoutUrl(reason: DecelerationReason | null): string {
    return redirectUrl(this.#cart.latest?.checkoutUrl ?? '', { reason });
  }

  /** Settles where the page goes, and tells whoever listens. */
  #head(url: string, reason: DecelerationReason | null): void {
    if (this.#destination !== null) return;
    this.#destination = url;
    const { host, instrument } = this.request;
    dispatch(host, 'accelerated-checkout:complete', {
      instrument: instrument.name,
      redirectUrl: url,
      decelerationReason: reason,
    });
  }

  /** Leaves the page; false where there is nowhere to go. The sheet, should it still be there, goes with it. */
  #leave(): boolean {
    if (this.#finished || this.#destination === null) return false;
    this.#finish(true);
    this.request.navigate(this.#destination);
    return true;
  }

  #closed(how: SheetClosing): void {
    if (this.#finished || this.#leave()) return;
    if (this.#cart.mayBeOrdered && this.#toCheckout(null)) return;
    const { walletName, inWindow } = this.request.instrument;
    if (how.kind === 'cancelled' && inWindow) this.#failure = null;
    if (how.kind === 'blocked') {
      void this.#blocked();
      return;
    }
    if (how.kind === 'failed') {
      console.warn(`accelerated-checkout: the wallet's sheet failed: ${how.code}`);
      this.#failure ??= { reason: 'wallet_unavailable', text: walletError(walletName) };
    }
    this.#finish();
    if (this.#failure) this.#tell(this.#failure);
    else this.#count('sheet_cancelled');
  }

  /** Needs no window: the cart, which is being made already, so that the dialog can lead to its checkout. */
  async #blocked(): Promise<void> {
    await this.#step(CART_CREATION_DEADLINE_MS, (signal) => this.#opened(signal));
    if (this.#finished) return;
    const checkout = this.#cart.latest && this.#checkoutUrl(null);
    const text = windowBlocked(this.request.instrument.walletName, checkout);
    this.#finish();
    const known = this.#failure?.reason === 'out_of_stock' ? this.#failure : null;
    this.#tell(known ?? { reason: 'window_blocked', text });
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

  /** Nothing of the session is left; what the buyer told is forgotten unless it is needed, or the wallet wants it so. */
  #finish(leaves = false): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#grace);
    this.#end(CLOSED);
    const { forgetsBuyer, ordersInCheckout } = this.request.instrument;
    const isNeeded = this.#destination !== null || this.#cart.mayBeOrdered || ordersInCheckout;
    if (!isNeeded || forgetsBuyer) this.#cart.forget();
    this.finished(leaves);
  }
}
