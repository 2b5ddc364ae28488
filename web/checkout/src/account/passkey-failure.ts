import { errorKind, type BrandedError } from '../../../base/branded-error.ts';
import { isText, members } from '../../../base/read.ts';

/** Why a passkey came to nothing. The words in capitals are the server's. */
export type PasskeyFault =
  | 'PASSKEY_REFUSED'
  | 'NOT_ALLOWED'
  | 'TOO_MANY'
  /** The buyer used no passkey, or there is none here. */
  | 'unused'
  /** The authenticator keeps a passkey of this account already. */
  | 'known'
  /** This browser, or this page's address, has no passkeys. */
  | 'unsupported'
  | 'network'
  | 'server';

export interface PasskeyDetails {
  readonly fault: PasskeyFault;
  /** Seconds after which asking again may help; null if that was not said. */
  readonly retryAfter: number | null;
  /** The server knows no such passkey. */
  readonly isUnknown: boolean;
}

export type PasskeyFailure = BrandedError<'PasskeyFailure', PasskeyDetails>;

const KIND = errorKind<'PasskeyFailure', PasskeyDetails>('PasskeyFailure');

export const isPasskeyFailure = KIND.is;

export const passkeyFailure = (
  fault: PasskeyFault,
  more: Partial<Omit<PasskeyDetails, 'fault'>> = {},
): PasskeyFailure => KIND.create(fault, { fault, retryAfter: null, isUnknown: false, ...more });

/** By the names of the browser's errors (Web Authentication, 5.1). */
const OF_BROWSER: Readonly<Record<string, PasskeyFault>> = {
  NotAllowedError: 'unused',
  AbortError: 'unused',
  TimeoutError: 'unused',
  OperationError: 'unused',
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
  SecurityError: 'unsupported',
};

/** What the browser's refusal means. */
export function browserFailure(error: unknown): PasskeyFailure {
  const { name } = members(error);
  return passkeyFailure((isText(name) ? OF_BROWSER[name] : undefined) ?? 'unused');
}
