/** Clients for other packages: their configuration is checked at run time (row 5.17). */
import { CART_CLIENT_RETRIES_MAX, CART_CLIENT_RETRIES_MIN } from '../constants.ts';
import { clientOf, type CartClient } from './client.ts';
import { cartClientError, type CartClientError } from './error.ts';
import { languageCode } from './language.ts';
import { streamClientOf, type CartStreamClient } from './stream.ts';
import type { Shop } from './transport.ts';

/** The configuration of a client for one shop. */
export interface CartClientConfig extends Omit<Shop, 'language'> {
  readonly locale: string;
}

const fault = (message: string): CartClientError => cartClientError(message, { kind: 'configuration' });

/** The shop of a configuration. Throws if the configuration is invalid. */
function shopOf({ locale, retries = CART_CLIENT_RETRIES_MAX, ...rest }: CartClientConfig): Shop {
  if (!locale) throw fault('A locale is required.');
  if (!rest.country) throw fault('A country is required.');
  if (!rest.accessToken) throw fault('An access token is required.');
  if (
    typeof retries !== 'number' ||
    !(retries >= CART_CLIENT_RETRIES_MIN && retries <= CART_CLIENT_RETRIES_MAX)
  )
    throw fault(
      `The provided "retries" value (${retries}) is invalid - it cannot be less than ${CART_CLIENT_RETRIES_MIN} or greater than ${CART_CLIENT_RETRIES_MAX}`,
    );
  return { ...rest, retries, language: languageCode(locale) };
}

/** Whether the server streams the answer to a document. */
const isStreamable = (query: string): boolean => /@defer\b/.test(query);

const wrongOperation = (message: string): CartClientError =>
  cartClientError(message, { kind: 'wrong_operation' });

/** Creates a client for one shop. Throws for an invalid configuration; rejects streamable operations. */
export function createCartClient(config: CartClientConfig): CartClient {
  const client = clientOf(shopOf(config));
  return {
    request: async (operation, ...rest) => {
      if (isStreamable(operation.query))
        throw wrongOperation(
          'This operation will result in a streamable response - use requestStream() instead.',
        );
      return client.request(operation, ...rest);
    },
  };
}

/** Creates a client for streamed answers of one shop. Throws for an invalid configuration; rejects other operations. */
export function createCartStreamClient(config: CartClientConfig): CartStreamClient {
  const client = streamClientOf(shopOf(config));
  return {
    requestStream: async function* requestStream(operation, ...rest) {
      if (!isStreamable(operation.query))
        throw wrongOperation(
          'This operation does not result in a streamable response - use request() instead.',
        );
      yield* client.requestStream(operation, ...rest);
    },
  };
}
