import { apiFailure, isApiFailure } from '../api/failure.ts';
import type { AttemptResult, Cart, CodedError } from '../api/model.ts';
import { fetchAttempt, fetchCart } from '../api/operations.ts';
import { initialForm } from '../form/initial.ts';
import { someAccountText } from '../texts/accounts.ts';
import { isAddressChange } from '../texts/declines.ts';
import type * as Wait from './challenge-wait.ts';
import { classifyCoded } from './classify.ts';
import { type Environment, failureReason, isWebAddress } from './environment.ts';
import { accountFault, declineMessage } from './order.ts';
import { withEarly } from './opening.ts';
import { type AttemptEnd, pollAttempt } from './poll.ts';
import { IDLE, type Submission } from './state.ts';

/**
 * Starts the page: follows a live attempt, shows how an earlier one ended, or opens the form. `known` is the cart, if
 * it need not be fetched.
 */
export async function open(
  environment: Environment,
  signal: AbortSignal,
  known: Cart | null = null,
): Promise<void> {
  const { store } = environment;
  try {
    const submission = await earlierAttempt(environment, signal);
    if (submission === null) return;
    const cart = known ?? (await environment.api.run(fetchCart, { id: environment.data.cartId }, signal));
    if (cart === null) store.dispatch({ type: 'cart_gone' });
    else opened(environment, cart, submission);
  } catch (failure) {
    if (signal.aborted) return;
    const kind = isApiFailure(failure) ? failure.kind : 'server';
    store.dispatch({ type: 'load_failed', reason: failureReason(kind) });
  }
}

function opened(environment: Environment, cart: Cart, submission: Submission): void {
  const { store, drafts, data } = environment;
  const form = initialForm(cart, drafts.read(), data);
  const state = store.get();
  store.dispatch({
    type: 'loaded',
    cart,
    form: state.kind === 'opening' ? withEarly(form, state) : form,
    submission,
  });
}

/**
 * The form's initial state after an earlier attempt; null if the page is being left.
 *
 * The server gives an attempt two names: `A…` to the client that submitted the cart, and `W…` to any other one that knows the
 * cart's key. Only `A…` leads to the order with the buyer's data. Both have the attempt's key after the letter.
 */
async function earlierAttempt(environment: Environment, signal: AbortSignal): Promise<Submission | null> {
  const { attempts, data } = environment;
  const remembered = attempts.pending()?.attemptId ?? '';
  const live = data.attempt?.id ?? remembered;
  // This tab was already sent to the bank: ask the buyer instead of redirecting again.
  const returned = live.slice(1, 14) === remembered.slice(1, 14);
  const attemptId = returned && remembered < live ? remembered : live;
  if (attemptId === '') return IDLE;
  const end = await followed(environment, attemptId, returned, signal);
  switch (end.kind) {
    case 'success':
      attempts.settled();
      return leave(environment, end.orderUrl);
    case 'action_required':
      attempts.accepted(attemptId);
      return leave(environment, end.redirectUrl);
    case 'in_review':
      // Stored, so that a later visit shows how the attempt ended.
      attempts.accepted(attemptId);
      environment.store.dispatch({ type: 'review_found' });
      return null;
    case 'failed':
      // This page came without the wallets' buttons that the text names: the cart was still being paid. Loaded again, it has
      // them, and says how the attempt ended.
      if (data.attempt?.fromAccount && attempts.reloadsFor(attemptId)) {
        attempts.accepted(attemptId);
        // An address that differs in its hash alone would not be loaded.
        return leave(environment, environment.navigator.here().replace(/#.*/u, ''));
      }
      attempts.settled();
      return { kind: 'declined', message: endMessage(environment, end.errors) };
    case 'unknown':
      attempts.settled();
      return IDLE;
  }
}

/**
 * The same as a text. A tried account is no longer offered, so its name is unknown. The server names the payment of a live
 * attempt; the tab's draft names the payment of this tab's attempt. An address that changed is no fault of the account,
 * and neither is a payment that the buyer has not confirmed: the server says what became of it.
 */
function endMessage({ data, drafts }: Environment, errors: readonly CodedError[]): string {
  const found = classifyCoded(errors);
  const fromAccount = data.attempt?.fromAccount ?? drafts.read()?.payment === 'account';
  if (!fromAccount || errors.some(({ code }) => isAddressChange(code))) return declineMessage(found);
  const unconfirmed = errors.find(({ code }) => code === 'PAYMENT_CALL_ISSUER');
  return unconfirmed?.message ?? someAccountText(accountFault(found));
}

/** Loaded with the first challenge, because few payments have one. */
const loadWait = (): Promise<typeof Wait> =>
  import('./challenge-wait.ts').catch((reason: unknown) => {
    throw apiFailure('network', String(reason));
  });

async function followed(
  environment: Environment,
  attemptId: string,
  returned: boolean,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const { api, store, wait } = environment;
  if (environment.data.attempt !== null) {
    store.dispatch({ type: 'attempt_progress', progress: 'polling' });
  }
  for (;;) {
    const end = await pollAttempt({
      ask: (inner): Promise<AttemptResult | null> => api.run(fetchAttempt, { attemptId }, inner),
      onProgress: (progress) => {
        store.dispatch({ type: 'attempt_progress', progress });
      },
      signal,
      wait,
    });
    if (end.kind !== 'action_required' || !returned) return end;
    const url = webAddress(environment, end.redirectUrl);
    store.dispatch({ type: 'challenge_waiting', url, own: attemptId.startsWith('A') });
    await (await loadWait()).waitForBuyer(environment, attemptId, signal);
  }
}

function leave(environment: Environment, url: string): null {
  const { navigator, store } = environment;
  const address = webAddress(environment, url);
  store.dispatch({ type: 'leaving' });
  navigator.replace(address);
  return null;
}

function webAddress(environment: Environment, url: string): string {
  if (isWebAddress(url, environment.navigator.here())) return url;
  throw apiFailure('malformed', 'redirect address');
}
