import { type BrandedError, errorKind } from '../../../base/branded-error.ts';

/** Why the server could not be asked. An abort by the caller is not a failure and is rethrown as it came. */
export type FailureKind =
  /** The request never got an answer. */
  | 'network'
  /** No answer within the deadline. */
  | 'timeout'
  /** The server is overloaded and kept saying so. */
  | 'busy'
  /** The server failed or refused. */
  | 'server'
  /** The answer is not what the schema promises. */
  | 'malformed';

interface Details {
  readonly kind: FailureKind;
}

export type ApiFailure = BrandedError<'ApiFailure', Details>;

const KIND = errorKind<'ApiFailure', Details>('ApiFailure');

export const apiFailure = (kind: FailureKind, message: string): ApiFailure => KIND.create(message, { kind });

export const isApiFailure = KIND.is;
