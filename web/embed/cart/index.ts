/** The cart client: the exports that other packages may use. */
export { createCartClient, createCartStreamClient, type CartClientConfig } from './checked-client.ts';
export type { CartClient } from './client.ts';
export type { CartStreamClient } from './stream.ts';
export {
  cartClientFailure,
  type CartClientError,
  type CartClientFailure,
  type GraphQLError,
} from './error.ts';
export { languageCode } from './language.ts';
export type { CartOperation, RequestOptions } from './transport.ts';
