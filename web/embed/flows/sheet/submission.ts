import type { SubmitResult } from '../../cart/completion.ts';
import { cartClientFailure } from '../../cart/error.ts';
import {
  PAYMENT_UPDATE_LOOP_WAIT_MS,
  SUBMISSION_REPEAT_WAIT_MS,
  SUBMISSION_THROTTLED_WAIT_MAX_MS,
} from '../../constants.ts';
import { pause } from '../../../base/wait.ts';

/** A definite answer. */
export type SubmissionOutcome = Exclude<SubmitResult, { readonly kind: 'SubmitThrottled' }>;

/** Statuses by which a server says that it turned the call away as it stood, and may take it later. */
const MAY_BE_TAKEN: readonly number[] = [408, 425, 429];

/**
 * Whether a failed call certainly began nothing: the server refused it as it stood, or it was never sent. A GraphQL
 * error of any other kind may have come up while the attempt, already begun, goes on.
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

/** A token that no other attempt has. Not `randomUUID`, which plain-HTTP development hosts lack. */
export function attemptToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How long a throttled call waits. Clamped: the moment is the server's, and this device's clock may be wrong. */
const throttledWait = (pollAfter: number): number =>
  Math.min(Math.max(pollAfter - Date.now(), PAYMENT_UPDATE_LOOP_WAIT_MS), SUBMISSION_THROTTLED_WAIT_MAX_MS);

/**
 * Submits until the answer is definite or the signal aborts: a throttled call is repeated when the server says, one that
 * failed in any way but a refusal a little later, always with the same token, so that however often it is sent there is
 * one attempt. `ordered` hears whether there may be an order: from the first call until it is certain that there is
 * none. A throttled call may leave one, too: the server may have given up waiting for what it still does.
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
