import type { CartClient } from '../../cart/client.ts';
import { submitCart } from '../../cart/completion.ts';
import { decimalOf } from '../../cart/money.ts';
import * as operations from '../../cart/operations.ts';
import type { CartPayload, IdentityInput } from '../../cart/operations.ts';
import type { CartSnapshot } from '../../cart/snapshot.ts';
import type { RequestOptions } from '../../cart/transport.ts';
import {
  DELIVERY_UPDATE_LOOP_TIMEOUT_MS,
  PAYMENT_UPDATE_LOOP_WAIT_MS,
  REMOVAL_DEADLINE_MS,
} from '../../constants.ts';
import type { CartUserError } from '../../cart/user-error.ts';
import type { WalletCall } from '../../wallets/protocol.ts';
import { visitorConsent } from '../consent.ts';
import { abortable, pause } from '../../../base/wait.ts';
import { withDeadline } from '../../../base/deadline.ts';
import { currencyChanged, type DecelerationReason } from '../deceleration.ts';
import { storedDiscountCode } from '../discount-code.ts';
import { cartLine } from '../product-form.ts';
import { redirectUrl } from '../redirect.ts';
import type { SheetRequest } from '../request.ts';
import { UPDATE, type SheetAction } from './actions.ts';
import type { ErrorContext } from './errors.ts';
import { submitUntilSettled, type SubmissionOutcome } from './submission.ts';
import { faultOf, verdictOf, verdictOfFaults } from './verdict.ts';

type CartRequest = Pick<
  SheetRequest,
  'instrument' | 'source' | 'buyerCountry' | 'buyerCurrency' | 'shop' | 'shopName' | 'client' | 'ratedCart'
>;

/** The cart of one sheet: its latest revision, its calls, and the action that each answer calls for. */
export class SheetCart {
  /** The country whose words for zones the messages use. */
  // Stryker disable next-line ObjectLiteral: undefined names no country either
  countries: Pick<ErrorContext, 'shippingCountry' | 'billingCountry'> = {
    shippingCountry: null,
    billingCountry: null,
  };
  #client: CartClient | null = null;
  #latest: CartSnapshot | null = null;
  #wrotePersonalData = false;
  #mayBeOrdered = false;

  constructor(private readonly request: CartRequest) {}

  /** The latest revision; null before there is a cart. */
  get latest(): CartSnapshot | null {
    return this.#latest;
  }

  /** The latest revision; throws if there is none. */
  get known(): CartSnapshot {
    if (this.#latest === null) throw new Error('There is no cart yet');
    return this.#latest;
  }

  /** An order exists or may exist: a submission was sent, and it is not certain that it failed. */
  get mayBeOrdered(): boolean {
    return this.#mayBeOrdered;
  }

  get requiresShipping(): boolean {
    const { lines, groups } = this.known;
    return groups.length > 0 || lines.some((line) => line.requiresShipping);
  }

  get hasSellingPlan(): boolean {
    return this.known.lines.some((line) => line.hasSellingPlan);
  }

  /** The context of this sheet's error messages. */
  get context(): ErrorContext {
    const { shopName, instrument } = this.request;
    return { shopName, walletName: instrument.walletName, ...this.countries };
  }

  /** The checkout's URL, if there is a cart. */
  checkoutUrl(reason: DecelerationReason | null): string {
    return redirectUrl(this.known.checkoutUrl, { reason });
  }

  /** Creates or fetches the cart. */
  async open(signal: AbortSignal): Promise<SheetAction> {
    const { source, buyerCountry } = this.request;
    const client = this.#connect();
    const options = { ...this.#options(signal), startsWalletCheckout: true };
    if (source.kind === 'cart') {
      const cart = await abortable(operations.fetchCart(client, source.cartId, options), signal);
      // A query has no warnings; the lines show whether anything is left.
      const isGone =
        cart !== null && cart.lines.length > 0 && cart.lines.every(({ quantity }) => quantity === 0);
      // Stryker disable next-line ArrayDeclaration: a warning of another code says nothing
      return this.#judge({ cart, userErrors: [], warnings: isGone ? ['MERCHANDISE_OUT_OF_STOCK'] : [] });
    }
    const code = storedDiscountCode();
    const input = {
      lines: [cartLine(source.line)],
      discountCodes: code === null ? [] : [code],
      buyerIdentity: { countryCode: buyerCountry },
    };
    return this.#judge(await abortable(operations.createSheetCart(client, input, options), signal));
  }

  /** Calls the server for this cart. */
  ask<Value>(operation: (call: WalletCall) => Promise<Value>, signal: AbortSignal): Promise<Value> {
    const { id: cartId, checkoutUrl } = this.known;
    const { shop } = this.request;
    const call = { client: this.#connect(), shop, cartId, checkoutUrl, options: this.#options(signal) };
    return abortable(operation(call), signal);
  }

  /**
   * Changes the cart; repeats the change while its faults are temporary (row 4.17). `hopeless` returns the reason, if
   * any, why neither repeating nor continuing can help.
   */
  async change(
    operation: (call: WalletCall) => Promise<CartPayload>,
    signal: AbortSignal,
    milliseconds = DELIVERY_UPDATE_LOOP_TIMEOUT_MS,
    hopeless: (payload: CartPayload) => DecelerationReason | null = () => null,
  ): Promise<SheetAction> {
    const until = Date.now() + milliseconds;
    for (;;) {
      const payload = await this.ask(operation, signal);
      const action = this.#judge(payload);
      const isWeak = action.kind === 'retry' || action.kind === 'update';
      const reason = isWeak ? hopeless(payload) : null;
      if (reason !== null) return { kind: 'decelerate', reason };
      if (action.kind !== 'retry') return action;
      if (Date.now() + PAYMENT_UPDATE_LOOP_WAIT_MS >= until)
        return { kind: 'decelerate', reason: 'cart_not_ready' };
      await pause(PAYMENT_UPDATE_LOOP_WAIT_MS, signal);
    }
  }

  /** Sets the buyer and the destination. */
  identify(identity: IdentityInput, signal: AbortSignal): Promise<SheetAction> {
    this.#wrotePersonalData = true;
    return this.change(
      ({ client, cartId, options }) => operations.updateIdentityAndAddress(client, cartId, identity, options),
      signal,
    );
  }

  /** Adds the carriers' prices to the cart. Without an answer the known prices stay. */
  async rate(signal: AbortSignal): Promise<SheetAction> {
    const { ratedCart } = this.request;
    if (!ratedCart || !this.requiresShipping) return UPDATE;
    let cart: CartSnapshot | null = null;
    try {
      cart = await this.ask(({ cartId, options }) => ratedCart(cartId, options), signal);
    } catch (error) {
      if (signal.aborted) throw error;
    }
    // Stryker disable next-line ArrayDeclaration: a warning of another code says nothing
    return cart ? this.#judge({ cart, userErrors: [], warnings: [] }) : UPDATE;
  }

  /** The action after a vendor's refusal; repeating the request cannot help. */
  refusal(userErrors: readonly CartUserError[]): SheetAction {
    const action = verdictOfFaults(userErrors.map(faultOf), this.#latest, this.context);
    if (action.kind === 'decelerate' || action.kind === 'abort') return action;
    return { kind: 'abort', abort: { kind: 'wallet_unavailable', code: userErrors[0]?.code ?? 'NO_ORDER' } };
  }

  /** Submits under one token until the answer is final. */
  submit(token: string, signal: AbortSignal): Promise<SubmissionOutcome> {
    const submit = () =>
      this.ask(({ client, cartId, options }) => submitCart(client, cartId, token, options), signal);
    return submitUntilSettled(submit, signal, (maybe) => {
      this.#mayBeOrdered = maybe;
    });
  }

  /** Removes the buyer's data from the cart, even while the page unloads. Nobody awaits the result. */
  forget(): void {
    if (!this.#wrotePersonalData) return;
    const { signal, clear } = withDeadline(new AbortController().signal, REMOVAL_DEADLINE_MS);
    operations
      .removePersonalData(this.#connect(), this.known.id, this.#options(signal))
      .catch(() => {
        console.warn('accelerated-checkout: personal data could not be removed from the cart.');
      })
      .finally(clear);
  }

  /** Stores the answer's cart as the latest and returns the action that the answer calls for. */
  #judge(payload: CartPayload): SheetAction {
    const { cart } = payload;
    if (cart) {
      // Throws unless it is an http(s) address, so that later steps always have a checkout to lead to.
      redirectUrl(cart.checkoutUrl);
      this.#latest = cart;
    }
    const action = verdictOf(payload, this.context);
    if (!cart || action.kind !== 'update') return action;
    const { total, currencyCode } = cart.cost;
    return currencyChanged({ amount: decimalOf(total), currencyCode }, this.request.buyerCurrency)
      ? { kind: 'decelerate', reason: 'currency_changed' }
      : action;
  }

  #connect(): CartClient {
    return (this.#client ??= this.request.client());
  }

  #options(signal: AbortSignal): RequestOptions {
    return { signal, walletName: this.request.instrument.name, visitorConsent: visitorConsent() };
  }
}
