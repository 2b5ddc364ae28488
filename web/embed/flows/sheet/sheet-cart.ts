import type { CartClient } from '../../cart/client.ts';
import { submitCart } from '../../cart/completion.ts';
import { decimalOf } from '../../cart/money.ts';
import * as operations from '../../cart/operations.ts';
import type { CartPayload, IdentityInput } from '../../cart/operations.ts';
import type { CartSnapshot, SnapshotGroup } from '../../cart/snapshot.ts';
import type { RequestOptions } from '../../cart/transport.ts';
import {
  DELIVERY_UPDATE_LOOP_TIMEOUT_MS,
  PAYMENT_UPDATE_LOOP_TIMEOUT_MS,
  PAYMENT_UPDATE_LOOP_WAIT_MS,
  REMOVAL_DEADLINE_MS,
} from '../../constants.ts';
import type { CartUserError } from '../../cart/user-error.ts';
import type { SheetContact, WalletCall } from '../../wallets/protocol.ts';
import { visitorConsent } from '../consent.ts';
import { abortable, pause } from '../abortable.ts';
import { withDeadline } from '../deadline.ts';
import { currencyChanged, type DecelerationReason } from '../deceleration.ts';
import { storedDiscountCode } from '../discount-code.ts';
import { cartLine } from '../product-form.ts';
import { redirectUrl } from '../redirect.ts';
import type { SheetAction } from './actions.ts';
import { mailingAddress, previewIdentity } from './contact.ts';
import { sheetError, unserviceable, type ErrorContext } from './errors.ts';
import { selectedOptionId, selectionOf, sheetOptions } from './options.ts';
import { paymentInput, type PaymentWish } from './payment.ts';
import type { SheetRequest } from '../request.ts';
import { submitUntilSettled, type SubmissionOutcome } from './submission.ts';
import { faultOf, isAmountFault, verdictOf, verdictOfFaults } from './verdict.ts';

type CartRequest = Pick<
  SheetRequest,
  'instrument' | 'source' | 'buyerCountry' | 'buyerCurrency' | 'shopName' | 'client' | 'ratedCart'
>;

const UPDATE: SheetAction = { kind: 'update' };

/** No option, or one that is offered no longer: the buyer must choose. */
export const CHOOSE_OPTION: SheetAction = {
  kind: 'show_error',
  errors: [sheetError('SHIPPING_OPTION_REQUIRED', 'option', 'shipping_methods.choose_delivery_strategy')],
};

/** Whether two totals are the same to a buyer. */
export const sameTotal = (a: CartSnapshot['cost'], b: CartSnapshot['cost']): boolean =>
  a.total === b.total && a.currencyCode === b.currencyCode;

/** The latest revision of one session's cart, and what every change of it calls for. */
export class SheetCart {
  #client: CartClient | null = null;
  #latest: CartSnapshot | null = null;
  #countries: Pick<ErrorContext, 'shippingCountry' | 'billingCountry'> = {
    shippingCountry: null,
    billingCountry: null,
  };
  #wrotePersonalData = false;
  #mayBeOrdered = false;
  /** The code that stands in the sheet. */
  #coupon = '';

  constructor(private readonly request: CartRequest) {}

  /** The latest revision; null before there is a cart. */
  get latest(): CartSnapshot | null {
    return this.#latest;
  }

  /** There is an order, or may be one: a submission was sent, and it is not certain that it came to nothing. */
  get mayBeOrdered(): boolean {
    return this.#mayBeOrdered;
  }

  get requiresShipping(): boolean {
    const { lines = [], groups = [] } = this.#latest ?? {};
    return groups.length > 0 || lines.some((line) => line.requiresShipping);
  }

  get hasSellingPlan(): boolean {
    return this.#latest?.lines.some((line) => line.hasSellingPlan) ?? false;
  }

  /** The checkout's address; only where there is a cart. */
  checkoutUrl(reason: DecelerationReason | null): string {
    return redirectUrl(this.#latest?.checkoutUrl ?? '', { reason });
  }

  /** Makes the cart, or takes it. */
  open(signal: AbortSignal): Promise<SheetAction> {
    const { source } = this.request;
    return source.kind === 'line' ? this.#create(source.line, signal) : this.#take(source.cartId, signal);
  }

  /** Has the server do what it does for this wallet alone. */
  ask<Value>(operation: (call: WalletCall) => Promise<Value>, signal: AbortSignal): Promise<Value> {
    const { id } = this.#known();
    return abortable(
      operation({ client: this.#connect(), cartId: id, options: this.#options(signal) }),
      signal,
    );
  }

  /** Previews an address, and has something selected that brings the goods there. */
  async preview(address: SheetContact, preferred: string | null, signal: AbortSignal): Promise<SheetAction> {
    this.#countries = { ...this.#countries, shippingCountry: address.country };
    const action = await this.identify(previewIdentity(address), signal);
    if (action.kind !== 'update') return action;
    const rated = await this.#rate(signal);
    return rated.kind === 'update' ? this.#ensureOption(preferred, signal) : rated;
  }

  /** Has the carriers' prices put into the cart. Without an answer the prices that are known hold. */
  async #rate(signal: AbortSignal): Promise<SheetAction> {
    const { ratedCart } = this.request;
    if (!ratedCart || !this.requiresShipping) return UPDATE;
    let cart: CartSnapshot | null = null;
    try {
      cart = await abortable(ratedCart(this.#known().id, this.#options(signal)), signal);
    } catch (error) {
      if (signal.aborted) throw error;
    }
    return cart ? this.#judge({ cart, userErrors: [], warnings: [] }) : UPDATE;
  }

  /** Says who buys and where it goes. */
  identify(identity: IdentityInput, signal: AbortSignal): Promise<SheetAction> {
    this.#wrotePersonalData = true;
    return this.#change(
      (client, id, options) => operations.updateIdentityAndAddress(client, id, identity, options),
      signal,
    );
  }

  /** For messages: whose words for their zones hold. */
  agreedCountries(shipping: SheetContact | null, billing: SheetContact): void {
    this.#countries = {
      shippingCountry: shipping?.country ?? this.#countries.shippingCountry,
      billingCountry: billing.country,
    };
  }

  /** Selects the option of this id; nothing is sent where it is selected already, as it is now. */
  async select(id: string, signal: AbortSignal): Promise<SheetAction> {
    const { groups = [] } = this.#latest ?? {};
    const selection = selectionOf(id, groups);
    if (selection === null) return CHOOSE_OPTION;
    const isSelected = ({ selectedHandle, hasChanged }: SnapshotGroup, at: number): boolean =>
      selectedHandle === selection[at]?.deliveryOptionHandle && !hasChanged;
    if (groups.every(isSelected)) return UPDATE;
    return this.#change(
      (client, cartId, options) => operations.selectDeliveryOptions(client, cartId, selection, options),
      signal,
    );
  }

  /** Says where the bill goes, for goods that go nowhere. */
  async bill(billing: SheetContact, signal: AbortSignal): Promise<SheetAction> {
    this.#countries = { ...this.#countries, billingCountry: billing.country };
    const { countryCode } = previewIdentity(billing);
    const identity: IdentityInput = {
      ...(countryCode === undefined ? {} : { countryCode }),
      validateAddress: 'COUNTRY_CODE_ONLY',
    };
    const action = await this.identify(identity, signal);
    if (action.kind !== 'update') return action;
    return this.#change(
      (client, id, options) => operations.updateBillingAddress(client, id, mailingAddress(billing), options),
      signal,
    );
  }

  /** Adds the sheet's discount code, in place of the one it had before; an empty one only takes that away. */
  async discount(code: string, signal: AbortSignal): Promise<SheetAction> {
    const entered = code.trim();
    const same = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase();
    const { discountCodes = [] } = this.#latest ?? {};
    const codes = discountCodes
      .map((each) => each.code)
      .filter((each) => !same(each, entered) && !same(each, this.#coupon));
    if (entered !== '') codes.push(entered);
    const action = await this.#change(
      (client, id, options) => operations.updateDiscountCodes(client, id, codes, options),
      signal,
    );
    this.#coupon = entered;
    const applies = this.#latest?.discountCodes.some((each) => each.applicable && same(each.code, entered));
    if (action.kind !== 'update' || entered === '' || applies) return action;
    const error = sheetError('DISCOUNT_NOT_APPLICABLE', 'coupon', 'errors.invalid.discount');
    return { kind: 'show_error', errors: [error] };
  }

  /** Binds the payment of what was agreed to. A cart that costs something else now is not paid. */
  pay(wish: PaymentWish, agreed: CartSnapshot['cost'], signal: AbortSignal): Promise<SheetAction> {
    const hopeless = ({ userErrors }: CartPayload): DecelerationReason | null => {
      const { cost } = this.#known();
      if (!sameTotal(cost, agreed)) return 'dynamic_tax';
      // An amount can become right while its tax is still being worked out.
      return userErrors.some(isAmountFault) && (cost.tax ?? 0) !== 0 ? 'cart_not_ready' : null;
    };
    return this.#change(
      (client, id, options) => {
        const cart = this.#known();
        return operations.updatePayment(client, id, paymentInput(cart, wish), options);
      },
      signal,
      PAYMENT_UPDATE_LOOP_TIMEOUT_MS,
      hopeless,
    );
  }

  /** What a vendor that gives nothing calls for; asking the same again cannot help. */
  refusal(userErrors: readonly CartUserError[]): SheetAction {
    const action = verdictOfFaults(userErrors.map(faultOf), this.#latest, this.context);
    if (action.kind === 'decelerate' || action.kind === 'abort') return action;
    return { kind: 'abort', abort: { kind: 'wallet_unavailable', code: userErrors[0]?.code ?? 'NO_ORDER' } };
  }

  /** Submits under one token until the answer is definite. */
  submit(token: string, signal: AbortSignal): Promise<SubmissionOutcome> {
    const { id } = this.#known();
    const submit = () => abortable(submitCart(this.#connect(), id, token, this.#options(signal)), signal);
    return submitUntilSettled(submit, signal, (maybe) => {
      this.#mayBeOrdered = maybe;
    });
  }

  /** Forgets who buys, though the page may be gone; nobody waits for it. */
  forget(): void {
    if (this.#latest === null || !this.#wrotePersonalData) return;
    this.#wrotePersonalData = false;
    const { signal, clear } = withDeadline(new AbortController().signal, REMOVAL_DEADLINE_MS);
    operations
      .removePersonalData(this.#connect(), this.#latest.id, this.#options(signal))
      .catch(() => {
        console.warn('accelerated-checkout: personal data could not be removed from the cart.');
      })
      .finally(clear);
  }

  /** What this session's errors are told with. */
  get context(): ErrorContext {
    const { shopName, instrument } = this.request;
    return { shopName, walletName: instrument.walletName, ...this.#countries };
  }

  async #create(line: Parameters<typeof cartLine>[0], signal: AbortSignal): Promise<SheetAction> {
    const code = storedDiscountCode();
    const input = {
      lines: [cartLine(line)],
      discountCodes: code === null ? [] : [code],
      buyerIdentity: { countryCode: this.request.buyerCountry },
    };
    const options = { ...this.#options(signal), startsWalletCheckout: true };
    const created = operations.createSheetCart(this.#connect(), input, options);
    return this.#judge(await abortable(created, signal));
  }

  /** A query has no warnings: what the lines hold tells whether anything is left. */
  async #take(cartId: string, signal: AbortSignal): Promise<SheetAction> {
    const options = { ...this.#options(signal), startsWalletCheckout: true };
    const cart = await abortable(operations.fetchCart(this.#connect(), cartId, options), signal);
    const gone = cart !== null && cart.lines.length > 0 && cart.lines.every(({ quantity }) => quantity === 0);
    const warnings = gone ? ['MERCHANDISE_OUT_OF_STOCK'] : [];
    return this.#judge({ cart, userErrors: [], warnings });
  }

  async #ensureOption(preferred: string | null, signal: AbortSignal): Promise<SheetAction> {
    if (!this.requiresShipping) return UPDATE;
    const cart = this.#known();
    const offered = sheetOptions(cart);
    const wanted = offered.find(({ id }) => id === preferred)?.id ?? selectedOptionId(cart) ?? offered[0]?.id;
    if (wanted === undefined) {
      // The carrier may still answer, and the checkout knows ways that no sheet shows.
      return cart.groups.some(({ isPending }) => isPending)
        ? { kind: 'decelerate', reason: 'cart_not_ready' }
        : { kind: 'show_error', errors: [unserviceable(this.request.shopName)] };
    }
    return this.select(wanted, signal);
  }

  /**
   * Changes the cart; what passes by itself is asked again for a while (row 4.17). `hopeless` says for which reason, if
   * any, asking again or going on cannot help.
   */
  async #change(
    call: (client: CartClient, cartId: string, options: RequestOptions) => Promise<CartPayload>,
    signal: AbortSignal,
    milliseconds = DELIVERY_UPDATE_LOOP_TIMEOUT_MS,
    hopeless: (payload: CartPayload) => DecelerationReason | null = () => null,
  ): Promise<SheetAction> {
    const until = Date.now() + milliseconds;
    for (;;) {
      const { id } = this.#known();
      const called = call(this.#connect(), id, this.#options(signal));
      const payload = await abortable(called, signal);
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

  /** Takes the answer's cart for the latest one and says what the answer calls for. */
  #judge(payload: CartPayload): SheetAction {
    const { cart } = payload;
    if (cart) {
      // Throws for anything but a page on the web: whatever happens later, there is a checkout to lead to.
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

  #known(): CartSnapshot {
    if (this.#latest === null) throw new Error('There is no cart yet');
    return this.#latest;
  }

  #connect(): CartClient {
    return (this.#client ??= this.request.client());
  }

  #options(signal: AbortSignal): RequestOptions {
    return { signal, walletName: this.request.instrument.name, visitorConsent: visitorConsent() };
  }
}
