import { withDeadline } from '../../../base/deadline.ts';
import type { Decoder } from '../../../base/decode.ts';
import { CART_CLIENT_RETRIES_MAX, CART_CLIENT_RETRY_STATUSES } from '../../../embed/constants.ts';
import { cartClientFailure } from '../../../embed/cart/error.ts';
import { post } from '../../../embed/cart/post.ts';
import { readStream } from '../../../embed/cart/stream.ts';
import type { DocumentTypes } from '../../../embed/cart/transport.ts';
import { type ApiFailure, apiFailure, type FailureKind } from './failure.ts';

/** A GraphQL operation: its name, its text and the decoder of its answer. */
export interface Operation<Types extends DocumentTypes, Out> {
  readonly name: Types['name'];
  readonly query: string;
  /** Decodes the data of an answer. Its type matches the document's selection. */
  readonly decode: Decoder<Out, Readonly<Record<Types['name'], Types['answer']>>>;
  /** Milliseconds that one try may take. */
  readonly deadline?: number;
  /** Exists only in types: the document of this operation. */
  readonly types?: Types;
}

export interface ApiClient {
  /** Runs an operation. All operations are idempotent, so the client retries after lost answers. */
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
  /** The maximum number of retries. */
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
      /** The result of the last attempt. */
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
          // The checkout does not stream. The body is read before decoding, so that later failures are not the network's.
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

/** An answer after which the transport retries, after `retryAfter` seconds, or after its default if that is not a number. */
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
