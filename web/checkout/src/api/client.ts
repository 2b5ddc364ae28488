import { abortReason, wait } from '../wait.ts';
import { array, type Decoder, DecodeError, nullable, object, string } from '../decode.ts';
import { deadline } from './deadline.ts';
import { ApiFailure, isRetriable } from './failure.ts';
import { assemble } from './parts.ts';

/** One GraphQL operation: its name, its text, and what its answer means. */
export interface Operation<V, T> {
  readonly name: string;
  readonly document: string;
  readonly decode: Decoder<T>;
  /** Milliseconds that one try may take. */
  readonly deadline?: number;
  /** Only here so that the type of the variables belongs to the operation. */
  readonly variables?: V;
}

export interface ApiClient {
  /** Runs an operation. Every operation here may be repeated without changing its meaning, so lost answers are asked for again. */
  readonly run: <V extends object, T>(
    operation: Operation<V, T>,
    variables: V,
    signal: AbortSignal,
  ) => Promise<T>;
}

export interface ClientOptions {
  readonly endpoint: string;
  readonly accessToken: string;
  readonly fetch?: typeof fetch;
  /** Waits between tries, milliseconds; their number is the number of repetitions. */
  readonly waits?: readonly number[];
}

const DEADLINE = 15_000;
const WAITS = [1_000, 1_000, 1_000] as const;
const LONGEST_RETRY_AFTER = 10_000;

export function createClient(options: ClientOptions): ApiClient {
  const waits = options.waits ?? WAITS;
  return {
    run: async (operation, variables, signal) => {
      for (let tried = 0; ; tried += 1) {
        try {
          return await once(options, operation, variables, signal);
        } catch (failure) {
          if (signal.aborted) throw abortReason(signal);
          const pause = waits[tried];
          if (pause === undefined || !isRetriable(failure)) throw failure;
          await wait(retryAfter(failure) ?? pause, signal);
        }
      }
    },
  };
}

/** A 429 or 503, with the wait that the server asks for. */
class Busy extends ApiFailure {
  readonly retryAfter: number | null;

  constructor(status: number, retryAfterSeconds: string | null) {
    super('busy', `status ${String(status)}`);
    const seconds = retryAfterSeconds === null ? Number.NaN : Number(retryAfterSeconds);
    this.retryAfter = Number.isFinite(seconds)
      ? Math.min(Math.max(seconds * 1_000, 0), LONGEST_RETRY_AFTER)
      : null;
  }
}

function retryAfter(failure: unknown): number | null {
  return failure instanceof Busy ? failure.retryAfter : null;
}

async function once<V extends object, T>(
  options: ClientOptions,
  operation: Operation<V, T>,
  variables: V,
  signal: AbortSignal,
): Promise<T> {
  const limit = deadline(operation.deadline ?? DEADLINE, signal);
  try {
    const response = await send(options, operation, variables, limit.signal);
    const body = await bodyOf(response);
    return readAnswer(operation, body);
  } catch (failure) {
    if (failure instanceof ApiFailure) throw failure;
    if (signal.aborted) throw abortReason(signal);
    if (limit.expired()) throw new ApiFailure('timeout', operation.name, { cause: failure });
    if (failure instanceof SyntaxError || failure instanceof DecodeError) {
      throw new ApiFailure('malformed', `${operation.name}: ${failure.message}`, { cause: failure });
    }
    throw new ApiFailure('network', operation.name, { cause: failure });
  } finally {
    limit.release();
  }
}

async function send<V extends object, T>(
  options: ClientOptions,
  operation: Operation<V, T>,
  variables: V,
  signal: AbortSignal,
): Promise<Response> {
  const request = options.fetch ?? fetch;
  const response = await request(`${options.endpoint}?operation_name=${encodeURIComponent(operation.name)}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'X-Shopify-Storefront-Access-Token': options.accessToken,
    },
    body: JSON.stringify({
      query: operation.document,
      operationName: operation.name,
      variables,
    }),
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  if (response.status === 429 || response.status === 503) {
    throw new Busy(response.status, response.headers.get('Retry-After'));
  }
  if (!response.ok) throw new ApiFailure('server', `status ${String(response.status)}`);
  return response;
}

/** JSON, at once or in parts. */
async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  return type.startsWith('multipart/mixed') ? assemble(await response.text(), type) : response.json();
}

const envelope = object({
  data: nullable((value: unknown) => value),
  errors: nullable(
    array(object({ message: string, extensions: nullable(object({ code: nullable(string) })) })),
  ),
});

/** Of a request that does several things, one may find the shop busy when the others are done. */
const TURNED_AWAY = 'THROTTLED';

function readAnswer<V, T>(operation: Operation<V, T>, body: unknown): T {
  const { data, errors } = envelope(body, operation.name);
  const first = errors?.[0];
  if (first !== undefined) {
    throw new ApiFailure(first.extensions?.code === TURNED_AWAY ? 'busy' : 'server', first.message);
  }
  return operation.decode(data, operation.name);
}
