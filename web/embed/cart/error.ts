/** One error of a GraphQL answer. */
export interface GraphQLError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Why a call brought no data. */
export type CartClientFailure =
  | { readonly kind: 'configuration' }
  | { readonly kind: 'wrong_operation' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'content_type'; readonly contentType: string }
  | { readonly kind: 'graphql'; readonly graphQLErrors: readonly GraphQLError[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'shape' };

/** What every failed call throws, except for aborts and network failures: those come through unchanged. */
export class CartClientError extends Error {
  override readonly name = 'CartClientError';

  constructor(
    message: string,
    readonly failure: CartClientFailure,
  ) {
    super(message);
  }
}
