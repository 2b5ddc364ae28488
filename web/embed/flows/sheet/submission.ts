import type { SubmitResult } from '../../cart/completion.ts';
import { CartClientError } from '../../cart/error.ts';
import { PAYMENT_UPDATE_LOOP_WAIT_MS, SUBMISSION_REPEAT_WAIT_MS } from '../../constants.ts';
import { pause } from '../abortable.ts';

/** A definite answer. */
export type SubmissionOutcome = Exclude<SubmitResult, { readonly kind: 'SubmitThrottled' }>;

/** Whether a call may have reached the server although no answer came back. */
const isLost = (error: unknown): boolean =>
  error instanceof CartClientError
    ? error.failure.kind === 'status'
      ? error.failure.status >= 500 || error.failure.status === 429
      : error.failure.kind !== 'graphql' && error.failure.kind !== 'configuration'
    : error instanceof TypeError;

/** A token that no other attempt has. Not `randomUUID`, which plain-HTTP development hosts lack. */
export function attemptToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Submits until the answer is definite or the signal aborts: a throttled call is repeated when the server says, a lost
 * one a little later, always with the same token, so that however often it is sent there is one attempt.
 */
export async function submitUntilSettled(
  submit: () => Promise<SubmitResult>,
  signal: AbortSignal,
  unknown: (unknown: boolean) => void,
): Promise<SubmissionOutcome> {
  let lost = false;
  for (;;) {
    unknown(true);
    let wait: number;
    try {
      const result = await submit();
      if (result.kind !== 'SubmitThrottled') {
        unknown(false);
        return result;
      }
      wait = Math.max(result.pollAfter - Date.now(), PAYMENT_UPDATE_LOOP_WAIT_MS);
    } catch (error) {
      signal.throwIfAborted();
      if (!isLost(error)) {
        unknown(lost);
        throw error;
      }
      lost = true;
      wait = SUBMISSION_REPEAT_WAIT_MS;
    }
    unknown(lost);
    await pause(wait, signal);
  }
}
