/** The cart client: what other packages may use of this folder. */
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
