import { isObject, members } from '../../base/read.ts';
import { dataOf, type GraphQLAnswer } from './client.ts';
import { cartClientError, type GraphQLError } from './error.ts';
import { assertAnswer, createTransport, type Shop, type Transport } from './transport.ts';

/** A client for streamed answers. It yields the data each time a part arrives. */
export interface CartStreamClient {
  readonly requestStream: (
    ...call: Parameters<Transport>
  ) => AsyncGenerator<Readonly<Record<string, unknown>>, void>;
}

/** A later part of the answer; `data` is merged in at `path`. */
interface IncrementalData {
  readonly data?: unknown;
  readonly path?: readonly (string | number)[];
  readonly errors?: readonly GraphQLError[];
}

interface IncrementalPayload extends GraphQLAnswer {
  readonly incremental?: readonly IncrementalData[];
  readonly hasNext?: boolean;
}

/** A copy of `target` with `addition` merged in at `path`. */
export function mergeAt(target: unknown, path: readonly (string | number)[], addition: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    if (!isObject(target) || !isObject(addition)) return addition;
    const merged: Record<string, unknown> = { ...target };
    for (const [name, value] of Object.entries(addition)) merged[name] = mergeAt(merged[name], [], value);
    return merged;
  }
  if (Array.isArray(target))
    return target.map((item: unknown, at) => (at === key ? mergeAt(item, rest, addition) : item));
  const fields = members(target);
  return { ...fields, [key]: mergeAt(fields[key], rest, addition) };
}

/** The JSON bodies of a multipart/mixed answer, each as soon as its closing boundary has arrived. */
async function* multipartBodies(
  response: Response,
  boundary: string,
): AsyncGenerator<IncrementalPayload, void> {
  if (!response.body)
    throw cartClientError('API multipart response did not return an iterable body', { kind: 'shape' });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const separator = `--${boundary}`;
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw cartClientError('Response stream terminated unexpectedly', { kind: 'cut_off' });
      buffer += value;
      const pieces = buffer.split(separator);
      buffer = pieces.pop() ?? '';
      for (const piece of pieces) {
        const body = piece.slice(piece.indexOf('\r\n\r\n') + 4).trim();
        if (body !== '') yield JSON.parse(body) as IncrementalPayload;
      }
      if (buffer.startsWith('--')) return;
    }
  } finally {
    await reader.cancel();
  }
}

async function* payloadsOf(response: Response): AsyncGenerator<IncrementalPayload, void> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.includes('application/json')) yield (await response.json()) as IncrementalPayload;
  else yield* multipartBodies(response, /boundary="?([^";]+)"?/.exec(type)?.[1] ?? '-');
}

/** The data of a plain or streamed answer, yielded each time they grow. Throws for an invalid answer or one with errors. */
export async function* readStream(
  response: Response,
): AsyncGenerator<Readonly<Record<string, unknown>>, void> {
  assertAnswer(response, /application\/json|multipart\/mixed/);
  let data: unknown;
  for await (const chunk of payloadsOf(response)) {
    const parts = chunk.incremental ?? [];
    const errors = [...(chunk.errors ?? []), ...parts.flatMap((part) => part.errors ?? [])];
    if (chunk.data) data = mergeAt(data, [], chunk.data);
    for (const part of parts) data = mergeAt(data, part.path ?? [], part.data);
    yield dataOf({ data: isObject(data) ? data : null, errors });
  }
}

/** Creates the client for streamed answers of one shop. A separate file, so that other pages do not load the parser. */
export function streamClientOf(shop: Shop): CartStreamClient {
  const send = createTransport(shop);
  return {
    requestStream: async function* requestStream(...call) {
      yield* readStream(await send(...call));
    },
  };
}
