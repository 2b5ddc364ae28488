import {
  AUTHORIZATION_TIMEOUT_MS,
  CART_CREATION_DEADLINE_MS,
  DELIVERY_UPDATE_LOOP_TIMEOUT_MS,
} from '../../constants.ts';
import type { CartSnapshot } from '../../cart/snapshot.ts';
import type {
  AuthorisedPayment,
  AuthoriseReply,
  ContextReply,
  OrderReply,
  OrderRequest,
  SheetContact,
  SheetErrors,
  SheetHandlers,
  SheetReply,
  ValidationReply,
  VendorPageReply,
  VendorPageRequest,
  WalletOperations,
} from '../../wallets/protocol.ts';
import { isDeadlineError } from '../../../base/deadline.ts';
import { UPDATE, type SheetAction } from './actions.ts';
import { takeOver } from './approval.ts';
import { bill, discount, preview, select } from './cart-changes.ts';
import { SheetEnding, TIMEOUT, type EndReply } from './ending.ts';
import { unexplained } from './failure-notice.ts';
import { openCart } from './open-cart.ts';
import { order } from './order.ts';
import { createStepRunner, type StepRunner } from './step-runner.ts';
import type { SheetRequest } from '../request.ts';
import { SheetCart } from './sheet-cart.ts';
import { isOutOfContext, isThrottled } from './client-errors.ts';
import { vendorSettings } from './vendor-page.ts';
import { sheetView } from './view.ts';

type Problem = Exclude<SheetReply, { readonly kind: 'update' }>;

const MISSING_CART = {
  kind: 'abort',
  abort: { kind: 'wallet_unavailable', code: 'MISSING_CART' },
} as const satisfies SheetAction;

/**
 * One wallet's sheet, from the click to its end. Steps run one after the other, each with a deadline. The end aborts
 * the running step; later steps answer `end`.
 */
export class SheetFlow {
  readonly #cart: SheetCart;
  readonly #ending: SheetEnding;
  readonly #step: StepRunner<Problem>;
  /** The amounts that the sheet shows, which the buyer agrees to. */
  #shown: CartSnapshot['cost'] | null = null;
  #optionId: string | null = null;
  /** The discount code entered in the sheet. */
  // Stryker disable next-line StringLiteral: no cart has this code, whatever it is
  #coupon = '';

  /** `finished` is called once, at the end of the flow. `leaves` is true if the page is about to navigate. */
  constructor(
    private readonly request: SheetRequest,
    finished: (leaves: boolean) => void,
  ) {
    const ending = new SheetEnding(request, (this.#cart = new SheetCart(request)), finished);
    this.#ending = ending;
    this.#step = createStepRunner<Problem>({
      signal: ending.signal,
      end: () => ending.reply,
      caught: (error) => this.#caught(error),
    });
  }

  /** The handlers that the adapter calls. */
  readonly handlers: SheetHandlers = {
    opened: () => this.#opening(),
    merchantValidation: async (url) =>
      this.#inSheet(await this.#step(CART_CREATION_DEADLINE_MS, (signal) => this.#validate(url, signal))),
    addressSelected: (address) =>
      this.#changed((signal) => preview(this.#cart, address, this.#optionId, signal)),
    optionSelected: (id) => this.#changed((signal) => this.#optionSelected(id, signal)),
    paymentMethodSelected: (billing) => this.#changed((signal) => this.#paymentMethod(billing, signal)),
    couponEntered: (code) => this.#changed((signal) => this.#discount(code.trim(), signal)),
    authorised: (payment) => this.#authorising((signal) => this.#authorised(payment, signal), false),
    orderWanted: async (wish) =>
      this.#inSheet(await this.#step(CART_CREATION_DEADLINE_MS, (signal) => this.#order(wish, signal))),
    vendorPageWanted: async (wish) =>
      this.#inSheet(await this.#step(CART_CREATION_DEADLINE_MS, (signal) => this.#vendorPage(wish, signal))),
    contextWanted: () => this.#step(DELIVERY_UPDATE_LOOP_TIMEOUT_MS, (signal) => this.#context(signal)),
    approved: (...approval) => this.#authorising((signal) => this.#approved(...approval, signal), true),
    closed: (how) => {
      if (how.kind === 'blocked') void this.#blocked();
      else this.#ending.closed(how);
    },
  };

  /** Ends the flow silently, for reasons of the page; false if it must wait. */
  quit(pageIsGone: boolean): boolean {
    return this.#ending.quit(pageIsGone);
  }

  #opening(): Promise<SheetReply> {
    return this.#step(CART_CREATION_DEADLINE_MS, (signal) => this.#opened(signal));
  }

  /** A step that changes what the sheet shows. */
  #changed(work: (signal: AbortSignal) => Promise<SheetAction>): Promise<SheetReply> {
    return this.#step(DELIVERY_UPDATE_LOOP_TIMEOUT_MS, async (signal) =>
      this.#answer(this.#cart.latest === null ? MISSING_CART : await work(signal)),
    );
  }

  #authorising(
    work: (signal: AbortSignal) => Promise<AuthoriseReply>,
    approved: boolean,
  ): Promise<AuthoriseReply> {
    return this.#ending.outliving(this.#step(AUTHORIZATION_TIMEOUT_MS, work), approved);
  }

  /** For steps before the sheet is shown, or in a window: neither can show an error, so an error ends the flow. */
  #inSheet<Reply extends ValidationReply | OrderReply | VendorPageReply>(
    reply: Reply | Problem,
  ): Reply | EndReply {
    if (reply.kind !== 'show_error') return reply;
    const [error] = reply.errors;
    return this.#ending.fail({ failure: unexplained(this.request, this.#cart), error });
  }

  async #opened(signal: AbortSignal): Promise<SheetReply> {
    return this.#answer(await openCart(this.#cart, this.request, signal));
  }

  /** The cart first (row 4.11): if it cannot be bought here, the merchant need not be validated. */
  async #validate(url: string, signal: AbortSignal): Promise<ValidationReply | Problem> {
    const opened = await this.#opened(signal);
    if (opened.kind !== 'update') return opened;
    this.#shown = null;
    const validate = this.#operation('validateMerchant');
    return this.#unlessThrottled(async () => ({
      kind: 'validated',
      session: await this.#cart.ask((call) => validate(call, url), signal),
    }));
  }

  /** What the checkout can do although the vendor's part of the server is busy. */
  async #unlessThrottled<Reply>(ask: () => Promise<Reply>): Promise<Reply | EndReply> {
    try {
      return await ask();
    } catch (error) {
      if (isThrottled(error)) return this.#ending.decelerate('cart_throttled');
      throw error;
    }
  }

  /** The cart first, then the settings for it. A free cart is ordered in the checkout. */
  async #vendorPage(wish: VendorPageRequest, signal: AbortSignal): Promise<VendorPageReply | Problem> {
    const { isSupplied, preparesCart } = wish;
    if (isSupplied && !preparesCart && this.request.source.kind === 'cart')
      return { kind: 'settings', settings: null };
    const opened = await this.#opened(signal);
    if (opened.kind !== 'update') return opened;
    if (this.#isFree()) return this.#ending.toCheckout(null);
    return this.#unlessThrottled(async () => {
      const fetchSettings = this.#operation('fetchSettings');
      const found = await vendorSettings(this.#cart, fetchSettings, wish, signal);
      return found.kind === 'settings' ? found : this.#problem(found);
    });
  }

  #context(signal: AbortSignal): Promise<ContextReply> {
    return this.#unlessThrottled(async () => {
      const fetchContext = this.#operation('fetchContext');
      const { value, userErrors } = await this.#cart.ask(fetchContext, signal);
      return value === null
        ? this.#problem(this.#cart.refusal(userErrors))
        : { kind: 'context', context: value };
    });
  }

  /** Whether nothing is due, now or later. */
  #isFree(): boolean {
    return this.#cart.known.cost.total === 0 && !this.#cart.hasSellingPlan;
  }

  /** The cart first, then its order at the vendor. A free cart needs none and is ordered in the checkout. */
  async #order(wish: OrderRequest, signal: AbortSignal): Promise<OrderReply | Problem> {
    const opened = await this.#opened(signal);
    if (opened.kind !== 'update') return opened;
    if (this.#isFree()) return this.#ending.toCheckout(null);
    const create = this.#operation('createOrder');
    const { value: token, userErrors } = await this.#cart.ask((call) => create(call, wish), signal);
    return token === null ? this.#problem(this.#cart.refusal(userErrors)) : { kind: 'ordered', token };
  }

  /** The ending turns errors that the buyer can correct into the way to the checkout, where the purchase continues (row 4.19). */
  async #approved(
    token: string,
    content: Parameters<SheetHandlers['approved']>[1],
    signal: AbortSignal,
  ): Promise<AuthoriseReply> {
    if (this.#cart.latest === null) return this.#problem(MISSING_CART);
    const action = await takeOver(this.#cart, this.#operation('fetchBuyer'), token, content, signal);
    if (action.kind !== 'update') return this.#problem(action);
    this.#ending.toCheckout(null);
    return { kind: 'complete' };
  }

  async #authorised(payment: AuthorisedPayment, signal: AbortSignal): Promise<AuthoriseReply> {
    const agreed = this.#shown;
    if (agreed === null) return this.#problem(MISSING_CART);
    const { emailRequired = false } = this.request;
    const action = await order(this.#cart, payment, { agreed, emailRequired }, signal);
    return action.kind === 'complete' ? this.#ending.complete(action.url) : this.#problem(action);
  }

  async #optionSelected(id: string, signal: AbortSignal): Promise<SheetAction> {
    const action = await select(this.#cart, id, signal);
    if (action.kind === 'update') this.#optionId = id;
    return action;
  }

  #paymentMethod(billing: SheetContact | null, signal: AbortSignal): Promise<SheetAction> {
    return billing === null || this.#cart.requiresShipping
      ? Promise.resolve(UPDATE)
      : bill(this.#cart, billing, signal);
  }

  async #discount(code: string, signal: AbortSignal): Promise<SheetAction> {
    const action = await discount(this.#cart, code, this.#coupon, signal);
    this.#coupon = code;
    return action;
  }

  /** The cart is already being created and needs no window; the dialog then links to its checkout. */
  async #blocked(): Promise<void> {
    await this.#opening();
    this.#ending.closed({ kind: 'blocked' });
  }

  #operation<Name extends keyof WalletOperations>(name: Name): NonNullable<WalletOperations[Name]> {
    const operation = this.request.adapter.operations?.[name];
    if (!operation) throw new Error(`The wallet has no ${name}`);
    return operation;
  }

  /** The reply of a step that may continue. */
  #answer(action: SheetAction): SheetReply {
    if (action.kind !== 'update') return this.#problem(action, true);
    const cart = this.#cart.known;
    this.#ending.noted(null);
    this.#shown = cart.cost;
    return { kind: 'update', view: sheetView(cart) };
  }

  /** The reply of a step that cannot continue. With `renews` the sheet accepts a new view together with the error. */
  #problem(action: SheetAction, renews = false): Problem {
    switch (action.kind) {
      case 'decelerate':
        return this.#ending.decelerate(action.reason);
      case 'abort':
        return this.#ending.abort(action.abort);
      case 'show_error':
        return this.#mend(action.errors, renews);
      case 'retry':
        return this.#ending.decelerate('cart_not_ready');
      // Stryker disable ConditionalExpression,StringLiteral: no step gets here, which its type does not say
      case 'complete':
      case 'update':
        return this.#ending.abort(MISSING_CART.abort);
      // Stryker restore ConditionalExpression,StringLiteral
    }
  }

  /** The reply with errors that the buyer can correct in the sheet. */
  #mend(errors: SheetErrors, renews = false): Problem {
    const cart = renews ? this.#cart.latest : null;
    if (cart) this.#shown = cart.cost;
    return { kind: 'show_error', view: cart && sheetView(cart), errors };
  }

  /** The reply of a step that threw. */
  #caught(error: unknown): Problem {
    const ending = this.#ending;
    if (ending.reply) return ending.reply;
    // It is unknown whether an order exists: the checkout shows the attempt's state.
    if (this.#cart.mayBeOrdered) {
      const reply = ending.toCheckout(null);
      return isDeadlineError(error) ? { kind: 'end', error: TIMEOUT } : reply;
    }
    if (isDeadlineError(error) && this.#cart.latest !== null) {
      ending.noted(unexplained(this.request, this.#cart));
      return this.#mend([TIMEOUT]);
    }
    console.warn('accelerated-checkout:', error);
    const code = isOutOfContext(error) ? 'INVALID_CONTEXT' : 'UNEXPECTED';
    return ending.abort({ kind: 'wallet_unavailable', code });
  }
}
