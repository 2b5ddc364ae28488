import { cartClientError, type GraphQLError } from './error.ts';
import { assertAnswer, createTransport, type CartClientConfig, type Transport } from './transport.ts';

/** Asks for one answer and hands out its data, still unchecked. Streamable operations are refused. */
export interface CartClient {
  readonly request: (...call: Parameters<Transport>) => Promise<Readonly<Record<string, unknown>>>;
}

/** A GraphQL answer before anything in it has been looked at. */
export interface GraphQLAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphQLError[];
}

/** Whether the answer to a document comes in parts. */
export const isStreamable = (query: string): boolean => /@defer\b/.test(query);

/** Throws for an answer that carries errors, or neither errors nor data. */
export function dataOf({ data, errors }: GraphQLAnswer): Readonly<Record<string, unknown>> {
  if (errors?.length)
    throw cartClientError(
      "An error occurred while fetching from the API. Review 'graphQLErrors' for details.",
      { kind: 'graphql', graphQLErrors: errors },
    );
  if (!data)
    throw cartClientError(
      'An unknown error has occurred. The API did not return a data object or any errors in its response.',
      { kind: 'empty' },
    );
  return data;
}

/** Makes a client for one shop. Throws for a configuration that cannot work. */
export function createCartClient(config: CartClientConfig): CartClient {
  const send = createTransport(config);
  return {
    request: async (operation, variables, options) => {
      if (isStreamable(operation.query))
        throw cartClientError(
          'This operation will result in a streamable response - use requestStream() instead.',
          { kind: 'wrong_operation' },
        );
      const response = await send(operation, variables, options);
      assertAnswer(response, /application\/json/);
      return dataOf((await response.json()) as GraphQLAnswer);
    },
  };
}
