import { withDeadline } from '../../../base/deadline.ts';
import { abortable } from '../../../base/wait.ts';
import type * as Work from '../captcha/work.ts';
import type { CaptchaChallenge, CaptchaSolution } from '../api/model.ts';
import { CAPTCHA_FAILED } from '../texts/captcha.ts';
import { SubmissionStop } from './submission-stop.ts';
import type { Press } from './press.ts';

/**
 * Solves a captcha by work, or stops and asks the shopper. `given` is what the server has just not taken for a solution:
 * work is tried once, for a challenge that has run out meanwhile is no reason to do it over and over.
 */
export async function solve(
  press: Press,
  challenge: CaptchaChallenge,
  given: CaptchaSolution | null,
): Promise<CaptchaSolution> {
  if (given !== null) return ask(challenge, 'answer' in given);
  press.step('captcha');
  const program = await worker(press);
  const found = program === null ? null : await program.work(challenge, press.environment, press.signal);
  return found === null ? ask(challenge, false) : { challenge: challenge.challenge, work: found };
}

/** The program that works. */
type Worker = Pick<typeof Work, 'work'>;

/** How long the program that works is waited for: without it the question is asked. */
const PATIENCE = 8_000;

/** Most orders meet no captcha, so it is not fetched with the page; null where it cannot be had in time. */
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

function ask({ challenge, question }: CaptchaChallenge, wrong: boolean): never {
  if (question === null) throw new SubmissionStop({ kind: 'refused', messages: [CAPTCHA_FAILED] });
  throw new SubmissionStop({ kind: 'captcha', question: { challenge, text: question, wrong } });
}
