import { withDeadline } from '../../../base/deadline.ts';
import { abortable } from '../../../base/wait.ts';
import type * as Work from '../captcha/work.ts';
import type { CaptchaChallenge, CaptchaSolution } from '../api/model.ts';
import { CAPTCHA_FAILED } from '../texts/captcha.ts';
import { SubmissionStop } from './submission-stop.ts';
import type { Press } from './press.ts';
import type { Question } from './state.ts';

/**
 * Solves a captcha by proof of work, or stops and asks the buyer. `given` is a solution that the server has just
 * refused: the work is then not repeated, so that an expired challenge cannot cause an endless loop.
 */
export async function solve(
  press: Press,
  challenge: CaptchaChallenge,
  given: CaptchaSolution | null,
): Promise<CaptchaSolution> {
  if (given !== null) return ask(press, challenge, 'answer' in given);
  press.step('captcha');
  const program = await worker(press);
  const found = program === null ? null : await program.work(challenge, press.environment, press.signal);
  return found === null ? ask(press, challenge, false) : { challenge: challenge.challenge, work: found };
}

/** The module that does the proof of work. */
type Worker = Pick<typeof Work, 'work'>;

/** Milliseconds to wait for the module. Without it the buyer gets a question. */
const PATIENCE = 8_000;

/** Loads the module on demand, because most orders need no captcha; null if it does not load in time. */
async function worker({ signal }: Press): Promise<Worker | null> {
  const limit = withDeadline(signal, PATIENCE);
  try {
    return await abortable(import('../captcha/work.ts'), limit.signal);
  } catch {
    return null;
  } finally {
    limit.clear();
  }
}

/**
 * Milliseconds from a question to the first moment at which its answer is sent. The server refuses sooner ones
 * (crates/abuse/src/captcha), because only programs are as fast.
 */
const ANSWER_AFTER = 2_200;

function ask(press: Press, { challenge, question }: CaptchaChallenge, wrong: boolean): never {
  if (question === null) throw new SubmissionStop({ kind: 'refused', messages: [CAPTCHA_FAILED] });
  const answerFrom = press.environment.now() + ANSWER_AFTER;
  throw new SubmissionStop({ kind: 'captcha', question: { challenge, text: question, wrong, answerFrom } });
}

/** Waits until the server accepts an answer to the question. */
export async function untilAnswerable({ answerFrom }: Question, press: Press): Promise<void> {
  const { now, wait } = press.environment;
  const left = answerFrom - now();
  if (left > 0) await wait(left, press.signal);
}
