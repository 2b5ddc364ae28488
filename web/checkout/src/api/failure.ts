import { type BrandedError, errorKind } from '../../../base/branded-error.ts';

/** Why a call failed. An abort by the caller is not a failure and is rethrown unchanged. */
export type FailureKind =
  /** The request never got an answer. */
  | 'network'
  /** No answer within the deadline. */
  | 'timeout'
  /** The server is overloaded, also after all retries. */
  | 'busy'
  /** The server failed or refused. */
  | 'server'
  /** The answer does not match the schema. */
  | 'malformed';

interface Details {
  readonly kind: FailureKind;
}

export type ApiFailure = BrandedError<'ApiFailure', Details>;

const KIND = errorKind<'ApiFailure', Details>('ApiFailure');

export const apiFailure = (kind: FailureKind, message: string): ApiFailure => KIND.create(message, { kind });

export const isApiFailure = KIND.is;
