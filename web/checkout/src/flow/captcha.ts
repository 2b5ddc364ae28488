import type { CaptchaChallenge, CaptchaSolution } from '../api/model.ts';
import { work } from '../captcha/work.ts';
import { CAPTCHA_FAILED } from '../texts/captcha.ts';
import { Halt } from './halt.ts';
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
  const found = await work(challenge, press.environment, press.signal);
  return found === null ? ask(challenge, false) : { challenge: challenge.challenge, work: found };
}

function ask({ challenge, question }: CaptchaChallenge, wrong: boolean): never {
  if (question === null) throw new Halt({ kind: 'refused', messages: [CAPTCHA_FAILED] });
  throw new Halt({ kind: 'captcha', question: { challenge, text: question, wrong } });
}
