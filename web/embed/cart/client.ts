import { cartClientError, type GraphQLError } from './error.ts';
import { assertAnswer, createTransport, type Shop, type Transport } from './transport.ts';

/** A client for unstreamed answers. It returns the data undecoded. */
export interface CartClient {
  readonly request: (...call: Parameters<Transport>) => Promise<Readonly<Record<string, unknown>>>;
}

/** An undecoded GraphQL answer. */
export interface GraphQLAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphQLError[];
}

/** Returns the data. Throws if the answer has errors, or neither errors nor data. */
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

/** Creates the client for one shop. */
export function clientOf(shop: Shop): CartClient {
  const send = createTransport(shop);
  return {
    request: async (...call) => {
      const response = await send(...call);
      assertAnswer(response, /application\/json/);
      return dataOf((await response.json()) as GraphQLAnswer);
    },
  };
}
