// @vitest-environment node
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { answer, stubFetch } from '../test/api.ts';
import { createCartStreamClient } from './checked-client.ts';
import { mergeAt } from './stream.ts';

const config = { origin: 'https://shop.example', accessToken: 'token', country: 'CZ', locale: 'cs' };
const deferred = { name: 'cart', query: 'query cart{cart{id ...@defer{deliveryGroups{id}}}}' };
const options = () => ({ signal: new AbortController().signal });

/** A multipart answer, its bytes cut into pieces of this size. */
function multipart(parts: unknown[], pieceSize: number, close = '--'): Response {
  const text = `${parts.map((part) => `\r\n---\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(part)}`).join('')}\r\n---${close}\r\n`;
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += pieceSize)
        controller.enqueue(bytes.slice(at, at + pieceSize));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'multipart/mixed; boundary="-"' } });
}

const parts = [
  { data: { cart: { id: 'ž' } }, hasNext: true },
  { incremental: [{ path: ['cart'], data: { deliveryGroups: [{ id: 'g1' }] } }], hasNext: true },
  { incremental: [{ path: ['cart', 'deliveryGroups', 0], data: { title: 'PPL' } }], hasNext: false },
];

async function collect(response: Response): Promise<unknown[]> {
  stubFetch(() => Promise.resolve(response));
  const seen: unknown[] = [];
  for await (const data of createCartStreamClient(config).requestStream(deferred, {}, options()))
    seen.push(data);
  return seen;
}

describe('requestStream', () => {
  it('[8.05] refuses an operation that is not streamable', async () => {
    const fetched = stubFetch(answer({ data: {} }));
    const stream = createCartStreamClient(config).requestStream(
      { name: 'cart', query: '{a}' },
      {},
      options(),
    );
    await expect(stream.next()).rejects.toThrow(
      'This operation does not result in a streamable response - use request() instead.',
    );
    expect(fetched).not.toHaveBeenCalled();
  });

  it('[7.12] hands out the data as it grows, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (pieceSize) => {
        expect(await collect(multipart(parts, pieceSize))).toEqual([
          { cart: { id: 'ž' } },
          { cart: { id: 'ž', deliveryGroups: [{ id: 'g1' }] } },
          { cart: { id: 'ž', deliveryGroups: [{ id: 'g1', title: 'PPL' }] } },
        ]);
      }),
      { numRuns: 40 },
    );
  });

  it('[7.12] takes an answer in one piece, too', async () => {
    expect(await collect(answer({ data: { cart: null } }))).toEqual([{ cart: null }]);
  });

  it('[8.05] errors in a later part carry the message', async () => {
    const failing = [parts[0], { incremental: [{ path: ['cart'], data: null, errors: [{ message: 'x' }] }] }];
    await expect(collect(multipart(failing, 50))).rejects.toThrow("Review 'graphQLErrors' for details.");
  });

  it('a stream that breaks off is an error', async () => {
    await expect(collect(multipart(parts, 50, ''))).rejects.toThrow(
      'Response stream terminated unexpectedly',
    );
  });
});

describe('mergeAt', () => {
  it('merging at a path changes nothing else and never its argument', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        fc.jsonValue(),
        (target, key, value) => {
          const before = JSON.stringify(target);
          const merged = mergeAt(target, [key, 'new'], value) as Record<string, Record<string, unknown>>;
          expect(JSON.stringify(target)).toBe(before);
          for (const name of Object.keys(target))
            if (name !== key) expect(merged[name]).toEqual(target[name]);
        },
      ),
    );
  });
});
