/** The cart client: what other packages may use of this folder. */
export { createCartClient, type CartClient } from './client.ts';
export { createCartStreamClient, type CartStreamClient } from './stream.ts';
export {
  cartClientFailure,
  type CartClientError,
  type CartClientFailure,
  type GraphQLError,
} from './error.ts';
export { languageCode } from './language.ts';
export type { CartClientConfig, CartOperation, RequestOptions } from './transport.ts';
