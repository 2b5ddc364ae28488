import { isApiFailure } from '../api/failure.ts';
import type { CaptchaSolution, SubmitResult } from '../api/model.ts';
import { fetchAttempt, submit } from '../api/operations.ts';
import type { AccountFault } from '../texts/accounts.ts';
import { declineText } from '../texts/declines.ts';
import { EARLIER_ATTEMPT_FAILED } from '../texts/general.ts';
import { type ErrorSummary, classifyCoded, classifyUserErrors, isLockedOut } from './classify.ts';
import { solve } from './captcha.ts';
import { samePage } from './environment.ts';
import { SubmissionStop, PageLeave } from './submission-stop.ts';
import { PATIENCE } from './pay.ts';
import { type AttemptEnd, pollAttempt } from './poll.ts';
import type { Press } from './press.ts';
import { untilMoment } from './moment.ts';

type SettledSubmitResult = Exclude<SubmitResult, { kind: 'throttled' | 'captcha' }>;

/**
 * Submits the prepared cart and follows the attempt to its end.
 *
 * `repeated`: the token is from an earlier press, so a stored outcome may be that press's. `answer`: the shopper's answer to
 * the captcha's question.
 */
export async function order(
  press: Press,
  repeated: boolean,
  answer: CaptchaSolution | null = null,
): Promise<void> {
  const { attempts } = press.environment;
  const result = await decide(press, answer);
  switch (result.kind) {
    case 'success':
      attempts.accepted(result.attemptId);
      await followOrLeave(press, result);
      return;
    case 'already_accepted':
      // Another tab or press was first: the server shows its progress or its order.
      attempts.accepted(result.attemptId);
      press.leaveForServer();
      return;
    case 'failed':
      attempts.settled();
      await failed(press, classifyCoded(result.errors), repeated);
  }
}

/** Submits the attempt's token; repeats while the server is busy or asks for a captcha. */
async function decide(press: Press, answer: CaptchaSolution | null): Promise<SettledSubmitResult> {
  const { attempts, now, wait } = press.environment;
  let solution = answer;
  for (let tried = 0; tried < PATIENCE; tried += 1) {
    press.step('submitting');
    const result = await send(press, attempts.token(), solution);
    if (result.kind === 'captcha') {
      solution = await solve(press, result.challenge, solution);
      continue;
    }
    if (result.kind !== 'throttled') return result;
    press.step('waiting');
    await wait(untilMoment(result.pollAfter, now()), press.signal);
  }
  throw new SubmissionStop({ kind: 'unknown' });
}

async function send(
  press: Press,
  attemptToken: string,
  captcha: CaptchaSolution | null,
): Promise<SubmitResult> {
  const { result, errors } = await press
    .ask(submit, { cartId: press.cartId, attemptToken, captcha })
    .catch((failure: unknown) => {
      // The request was sent but not answered: an order may exist.
      throw isApiFailure(failure) ? new SubmissionStop({ kind: 'unknown' }) : failure;
    });
  if (result !== null) return result;
  press.environment.attempts.settled();
  if (isLockedOut(errors)) press.leaveForServer();
  return press.refuse(classifyUserErrors(errors));
}

async function followOrLeave(
  press: Press,
  result: Extract<SubmitResult, { kind: 'success' }>,
): Promise<void> {
  const { data, navigator } = press.environment;
  // The checkout's own address: not decided yet, or the shopper must act first.
  if (samePage(result.redirectUrl, data.checkoutUrl, navigator.here())) {
    await follow(press, result.attemptId);
    return;
  }
  press.environment.attempts.settled();
  press.leaveFor(result.redirectUrl);
}

async function failed(press: Press, found: ErrorSummary, repeated: boolean): Promise<void> {
  if (repeated && found.declined !== null) {
    throw new SubmissionStop({ kind: 'declined', message: EARLIER_ATTEMPT_FAILED });
  }
  await press.lookAgain(found);
  if (found.spent && Object.keys(found.fields).length === 0) press.haltOnAccount(accountFault(found));
  press.refuse(found);
}

async function follow(press: Press, attemptId: string): Promise<void> {
  press.step('confirming');
  const end = await pollAttempt({
    ask: () => press.ask(fetchAttempt, { attemptId }),
    onProgress: (progress) => {
      press.step(progress === 'polling' ? 'confirming' : progress);
    },
    signal: press.signal,
    wait: press.environment.wait,
  });
  await ended(press, end);
}

async function ended(press: Press, end: AttemptEnd): Promise<void> {
  const { attempts } = press.environment;
  switch (end.kind) {
    case 'success':
      attempts.settled();
      press.leaveFor(end.orderUrl);
      return;
    case 'action_required':
      press.leaveFor(end.redirectUrl, 'open');
      return;
    case 'in_review':
      press.environment.store.dispatch({ type: 'review_found' });
      throw new PageLeave();
    case 'failed': {
      attempts.settled();
      const found = classifyCoded(end.errors);
      await press.lookAgain(found);
      press.haltOnAccount(accountFault(found));
      throw new SubmissionStop({ kind: 'declined', message: declineMessage(found) });
    }
    case 'unknown':
      press.leaveForServer();
  }
}

/** Why an account did not pay. */
export const accountFault = (found: ErrorSummary): AccountFault => (found.refused ? 'declined' : 'failed');

/** The text that tells the buyer why an attempt failed. */
export function declineMessage(found: ErrorSummary): string {
  return found.declined ?? found.messages[0] ?? declineText('PAYMENT_ERROR');
}
