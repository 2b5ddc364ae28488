import { withDeadline } from '../../../base/deadline.ts';
import { isText, members } from '../../../base/read.ts';
import {
  isPasskeyFailure,
  passkeyFailure,
  type PasskeyFailure,
  type PasskeyFault,
} from './passkey-failure.ts';

/** Milliseconds for one answer. */
const DEADLINE = 15_000;

const NAMED: readonly PasskeyFault[] = ['PASSKEY_REFUSED', 'NOT_ALLOWED', 'TOO_MANY'];

/** Posts JSON to the wallet. Fails with a `PasskeyFailure`, or with the reason of `signal`'s abort. */
export async function post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  const limit = withDeadline(signal, DEADLINE);
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
      credentials: 'same-origin',
      signal: limit.signal,
    });
    const content: unknown = await answer.json().catch(() => null);
    if (!answer.ok) throw refusal(content);
    return content;
  } catch (error) {
    if (signal.aborted || isPasskeyFailure(error)) throw error;
    throw passkeyFailure('network');
  } finally {
    limit.clear();
  }
}

function refusal(content: unknown): PasskeyFailure {
  const { code, retryAfter, isUnknown } = members(members(content)['error']);
  const fault = isText(code) ? NAMED.find((name) => name === code) : undefined;
  return passkeyFailure(fault ?? 'server', {
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
    isUnknown: isUnknown === true,
  });
}
