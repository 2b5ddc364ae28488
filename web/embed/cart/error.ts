import { errorKind, type BrandedError } from '../../base/branded-error.ts';

/** One error of a GraphQL answer. */
export interface GraphQLError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Why a call returned no data. */
export type CartClientFailure =
  | { readonly kind: 'configuration' }
  | { readonly kind: 'wrong_operation' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'content_type'; readonly contentType: string }
  | { readonly kind: 'graphql'; readonly graphQLErrors: readonly GraphQLError[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'shape' }
  /** A streamed answer that ended before its last part. */
  | { readonly kind: 'cut_off' };

interface Details {
  readonly failure: CartClientFailure;
}

/** The error of every failed call. Aborts and network failures are rethrown unchanged. */
export type CartClientError = BrandedError<'CartClientError', Details>;

const KIND = errorKind<'CartClientError', Details>('CartClientError');

export const cartClientError = (message: string, failure: CartClientFailure): CartClientError =>
  KIND.create(message, { failure });

/** Why a call failed; null for an error that is not the cart client's. */
export const cartClientFailure = (error: unknown): CartClientFailure | null =>
  KIND.is(error) ? error.failure : null;
