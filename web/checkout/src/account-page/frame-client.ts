import { withDeadline } from '../../../base/deadline.ts';
import { isText, members } from '../../../base/read.ts';
import { NO_ANSWER } from './texts.ts';

/** Milliseconds for one answer. */
const DEADLINE = 15_000;

/** Why the sign-in does not go on: for the page around it, and in the server's words for the buyer. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

const SILENCE: Refusal = { code: 'NO_ANSWER', message: NO_ANSWER };

/** Posts a form of the sign-in. Null if it is done. Fails only with the reason of `signal`'s abort. */
export async function post(
  path: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const limit = withDeadline(signal, DEADLINE);
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(fields),
      cache: 'no-store',
      credentials: 'same-origin',
      signal: limit.signal,
    });
    if (answer.ok) return null;
    const { code, message } = members(members(await answer.json())['error']);
    return isText(code) && isText(message) ? { code, message } : SILENCE;
  } catch {
    signal.throwIfAborted();
    return SILENCE;
  } finally {
    limit.clear();
  }
}
