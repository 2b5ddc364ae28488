import { withDeadline } from '../../../base/deadline.ts';
import type { Decoder } from '../../../base/decode.ts';
import { CART_CLIENT_RETRIES_MAX, CART_CLIENT_RETRY_STATUSES } from '../../../embed/constants.ts';
import { cartClientFailure } from '../../../embed/cart/error.ts';
import { post } from '../../../embed/cart/post.ts';
import { readStream } from '../../../embed/cart/stream.ts';
import type { DocumentTypes } from '../../../embed/cart/transport.ts';
import { type ApiFailure, apiFailure, type FailureKind } from './failure.ts';

/** One GraphQL operation: its name, its text, and what its answer means. */
export interface Operation<Types extends DocumentTypes, Out> {
  readonly name: Types['name'];
  readonly query: string;
  /** Reads the data of an answer, and fits what the document asks for. */
  readonly decode: Decoder<Out, Readonly<Record<Types['name'], Types['answer']>>>;
  /** Milliseconds that one try may take. */
  readonly deadline?: number;
  /** Never there. It tells the type checker which document this is. */
  readonly types?: Types;
}

export interface ApiClient {
  /** Runs an operation. Every operation here may be repeated without changing its meaning, so lost answers are asked for again. */
  readonly run: <Types extends DocumentTypes, Out>(
    operation: Operation<Types, Out>,
    variables: Types['variables'],
    signal: AbortSignal,
  ) => Promise<Out>;
}

export interface ClientOptions {
  readonly endpoint: string;
  readonly accessToken: string;
  readonly fetch?: typeof fetch;
  /** How often it is asked again at most. */
  readonly retries?: number;
}

const DEADLINE = 15_000;

/** In seconds, as HTTP has it. */
const LONGEST_RETRY_AFTER = 10;

/** The code of a user error: in a request with several mutations, the shop had no room for this one. */
const TURNED_AWAY = 'THROTTLED';

/** Failures after which asking again, unchanged, may help. */
const RETRIABLE: readonly FailureKind[] = ['network', 'busy', 'timeout'];

export function createClient({
  endpoint: url,
  accessToken,
  retries = CART_CLIENT_RETRIES_MAX,
  fetch: send = fetch,
}: ClientOptions): ApiClient {
  return {
    run: async ({ name, query, decode, deadline = DEADLINE }, variables, signal) => {
      /** What came of the last try. */
      const last: { data?: unknown; failure: ApiFailure | null } = { failure: null };
      const tryOnce = async (address: string, init: RequestInit): Promise<Response> => {
        const limit = withDeadline(signal, deadline);
        last.data = null;
        last.failure = null;
        let retryAfter = Number.NaN;
        let arrived = false;
        try {
          const response = await send(address, { ...init, signal: limit.signal });
          retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
          // The checkout shows nothing in parts. Read before it is understood: what fails from here on is not the network.
          const text = await response.text();
          arrived = true;
          for await (const data of readStream(new Response(text, response))) last.data = data;
          return response;
        } catch (error) {
          if (signal.aborted) throw error;
          const kind = limit.signal.aborted ? 'timeout' : failureKind(error, arrived);
          last.failure = apiFailure(kind, `${name}: ${String(error)}`);
          if (!RETRIABLE.includes(kind)) throw last.failure;
          return unavailable(retryAfter);
        } finally {
          limit.clear();
        }
      };
      await post(
        { url, accessToken, retries, fetch: tryOnce },
        name,
        { query, operationName: name, variables },
        { cache: 'no-store', credentials: 'same-origin', signal },
      );
      if (last.failure !== null) throw last.failure;
      try {
        return decode(last.data, 'data');
      } catch (error) {
        // Decoders throw for nothing else.
        throw apiFailure('malformed', `${name}: ${String(error)}`);
      }
    },
  };
}

/** An answer after which the transport tries again, once `retryAfter` seconds have passed, or its own wait if that is no number. */
const unavailable = (retryAfter: number): Response =>
  new Response(null, {
    status: 503,
    headers: { 'Retry-After': `${Math.min(retryAfter, LONGEST_RETRY_AFTER)}` },
  });

/** Why a try that was in time has failed; `arrived`: its answer was there. */
function failureKind(error: unknown, arrived: boolean): FailureKind {
  const failure = cartClientFailure(error);
  switch (failure?.kind) {
    case 'status':
      return CART_CLIENT_RETRY_STATUSES.includes(failure.status) ? 'busy' : 'server';
    case 'graphql':
      return failure.graphQLErrors[0]?.extensions?.['code'] === TURNED_AWAY ? 'busy' : 'server';
    case 'cut_off':
      return 'network';
    case undefined:
      return arrived ? 'malformed' : 'network';
    default:
      return 'malformed';
  }
}
