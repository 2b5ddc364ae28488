import type { CartClient } from '../cart/client.ts';
import { createCart } from '../cart/create-cart.ts';
import type { RequestOptions } from '../cart/transport.ts';
import { CART_CREATION_DEADLINE_MS, REDIRECT_REUSE_MS } from '../constants.ts';
import { CHECKOUT_ERROR, customValidation, OUT_OF_STOCK, type DialogText } from '../i18n/cs.ts';
import { visitorConsent } from './consent.ts';
import { withDeadline } from '../../base/deadline.ts';
import { rememberMade } from '../../base/made-cart.ts';
import { outcomeOf, type Outcome } from './deceleration.ts';
import { storedDiscountCode } from './discount-code.ts';
import { dispatch, type FailureReason } from './events.ts';
import { createCartResult } from './outcome.ts';
import { cartLine, type ProductLine } from './product-form.ts';
import { redirectUrl, type RedirectOptions } from './redirect.ts';
import type { LineSource, PurchaseRequest } from './request.ts';

/** A purchase described by a product form. */
export interface LinePurchase extends PurchaseRequest<LineSource> {
  /** What the checkout hears about the press. */
  readonly redirect: Omit<RedirectOptions, 'reason'>;
}

/** A redirect that may still be pending: a second click repeats it instead of creating a second cart. */
interface Redirect {
  readonly key: string;
  readonly checkoutUrl: string;
  readonly reason: Extract<Outcome, { kind: 'checkout' }>['reason'];
  readonly until: number;
}

type Failure = Exclude<Outcome, { readonly kind: 'checkout' }>;

let lastRedirect: Redirect | null = null;

/** Forgets a redirect: the buyer came back, and the cart may have become an order meanwhile. */
export function forgetRedirect(): void {
  lastRedirect = null;
}

/** Asks the server within the deadline of a press; the button is busy meanwhile. */
export async function askServer<Answer>(
  request: PurchaseRequest,
  ask: (client: CartClient, options: RequestOptions) => Promise<Answer>,
): Promise<Answer> {
  const { signal, clear } = withDeadline(request.signal, CART_CREATION_DEADLINE_MS);
  request.busy(true);
  try {
    return await ask(request.client(), {
      signal,
      walletName: request.instrument.name,
      startsWalletCheckout: true,
    });
  } finally {
    clear();
    request.busy(false);
  }
}

/** Creates the cart of a purchase and decides the consequence. */
async function cartOutcome(request: LinePurchase, input: Parameters<typeof createCart>[1]): Promise<Outcome> {
  const payload = await askServer(request, (client, options) =>
    createCart(client, input, { ...options, visitorConsent: visitorConsent() }),
  );
  if (payload.cart) rememberMade(payload.cart.id);
  return outcomeOf(createCartResult(payload, request.buyerCurrency));
}

/** Shows and dispatches that the purchase failed. */
export function fail(
  { host, instrument, showDialog }: Pick<PurchaseRequest, 'host' | 'instrument' | 'showDialog'>,
  reason: FailureReason,
  text: DialogText,
): void {
  dispatch(host, 'accelerated-checkout:error', { instrument: instrument.name, reason, message: text.text });
  showDialog(text);
}

/** The dialog's text for an outcome without a checkout. */
const textOf = (outcome: Failure): DialogText => {
  if (outcome.kind === 'custom_validation') return customValidation(outcome.message);
  return outcome.kind === 'out_of_stock' ? OUT_OF_STOCK : CHECKOUT_ERROR;
};

function finish(request: LinePurchase, outcome: Outcome): void {
  if (outcome.kind === 'checkout') redirect(request, outcome);
  else fail(request, outcome.kind, textOf(outcome));
}

/** Goes to the checkout, and dispatches that. */
export function redirect(
  {
    host,
    instrument,
    redirect: options,
    navigate,
  }: Pick<LinePurchase, 'host' | 'instrument' | 'redirect' | 'navigate'>,
  { checkoutUrl, reason }: Pick<Redirect, 'checkoutUrl' | 'reason'>,
): void {
  const url = redirectUrl(checkoutUrl, { ...options, reason });
  dispatch(host, 'accelerated-checkout:complete', {
    instrument: instrument.name,
    redirectUrl: url,
    decelerationReason: reason,
  });
  navigate(url);
}

/**
 * Runs one press: the cancelable start event, then `work`, whose failure the buyer is told. Does nothing while another
 * purchase runs.
 */
export async function runPress(
  request: PurchaseRequest,
  line: ProductLine | null,
  work: () => Promise<void>,
): Promise<void> {
  const release = request.lock.tryAcquire();
  if (release === null) return;
  const { host, instrument, requiresShipping, signal } = request;
  try {
    const start = { instrument: instrument.name, line, requiresShipping };
    if (dispatch(host, 'accelerated-checkout:start', start)) await work();
  } catch (error) {
    if (signal.aborted) return;
    console.warn('accelerated-checkout:', error);
    fail(request, 'checkout_unavailable', CHECKOUT_ERROR);
  } finally {
    release();
  }
}

/**
 * Handles a press for goods: the cart, and the outcome. A press for the same goods during a redirect repeats the redirect.
 */
export function purchase(request: LinePurchase): Promise<void> {
  const { source, buyerCountry, signal } = request;
  const { line } = source;
  return runPress(request, line, async () => {
    const code = storedDiscountCode();
    const input = {
      lines: [cartLine(line)],
      discountCodes: code === null ? [] : [code],
      buyerIdentity: { countryCode: buyerCountry },
    };
    const key = JSON.stringify(input);
    if (lastRedirect?.key === key && Date.now() < lastRedirect.until) {
      redirect(request, lastRedirect);
      return;
    }
    const outcome = await cartOutcome(request, input);
    if (signal.aborted) return;
    if (outcome.kind === 'checkout')
      lastRedirect = { ...outcome, key, until: Date.now() + REDIRECT_REUSE_MS };
    finish(request, outcome);
  });
}
