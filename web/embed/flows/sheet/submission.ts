import type { SubmitResult } from '../../cart/completion.ts';
import { cartClientFailure } from '../../cart/error.ts';
import {
  PAYMENT_UPDATE_LOOP_WAIT_MS,
  SUBMISSION_REPEAT_WAIT_MS,
  SUBMISSION_THROTTLED_WAIT_MAX_MS,
} from '../../constants.ts';
import { pause } from '../../../base/wait.ts';

/** A final answer: submitting again cannot change it. */
export type SubmissionOutcome = Exclude<SubmitResult, { readonly kind: 'SubmitThrottled' }>;

/** HTTP statuses of a call that the server rejected unprocessed and may accept later. */
const MAY_BE_TAKEN: readonly number[] = [408, 425, 429];

/**
 * Whether a failed call certainly began no attempt: the server rejected it unprocessed, or it was never sent. Any other
 * GraphQL error may occur while an attempt is already running.
 */
export function isRefused(error: unknown): boolean {
  const failure = cartClientFailure(error);
  switch (failure?.kind) {
    case 'status':
      return failure.status >= 400 && failure.status < 500 && !MAY_BE_TAKEN.includes(failure.status);
    case 'graphql':
      return failure.graphQLErrors.every(({ extensions }) => extensions?.['code'] === 'BAD_USER_INPUT');
    default:
      return failure?.kind === 'configuration';
  }
}

/** A unique attempt token. Not `randomUUID`, which plain-HTTP development hosts lack. */
export function attemptToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Milliseconds until a throttled call is retried. Clamped, because the time is the server's and this device's clock may
 * be wrong.
 */
const throttledWait = (pollAfter: number): number =>
  Math.min(Math.max(pollAfter - Date.now(), PAYMENT_UPDATE_LOOP_WAIT_MS), SUBMISSION_THROTTLED_WAIT_MAX_MS);

/**
 * Submits until the answer is final or the signal aborts. A throttled call is retried when the server says, any other
 * failure but a refusal after a short wait. All calls carry the same token, so there is one attempt however often it is
 * sent. `ordered` is called with whether an order may exist: true from the first call until it is certain that there is
 * none. A throttled call may leave an order too, because the server may still be working when it stops waiting.
 */
export async function submitUntilSettled(
  submit: () => Promise<SubmitResult>,
  signal: AbortSignal,
  ordered: (maybe: boolean) => void,
): Promise<SubmissionOutcome> {
  signal.throwIfAborted();
  ordered(true);
  for (let repeated = false; ; repeated = true) {
    let wait = SUBMISSION_REPEAT_WAIT_MS;
    try {
      const result = await submit();
      if (result.kind === 'SubmitFailed' || result.kind === 'refused') ordered(false);
      if (result.kind !== 'SubmitThrottled') return result;
      wait = throttledWait(result.pollAfter);
    } catch (error) {
      signal.throwIfAborted();
      if (isRefused(error)) {
        ordered(repeated);
        throw error;
      }
    }
    await pause(wait, signal);
  }
}
