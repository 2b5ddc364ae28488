// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, type Operation } from '../src/api/client.ts';
import { object, string } from '../src/decode.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const operation: Operation<{ readonly id: string }, string> = {
  name: 'cart',
  document: 'query cart { shop { name } }',
  decode: (value, path) => object({ name: string })(value, path).name,
};

const never = new AbortController().signal;

function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), {
    ...init,
    headers: { 'Content-Type': 'application/json' },
  });
}

const good = (): Response => json({ data: { name: 'Sojka' } });

function client(answers: readonly (() => Response | Promise<Response>)[]): {
  readonly requests: { url: string; init: RequestInit }[];
  readonly run: (signal?: AbortSignal) => Promise<string>;
} {
  const requests: { url: string; init: RequestInit }[] = [];
  const made = createClient({
    endpoint: '/api/unstable/graphql.json',
    accessToken: 'token',
    fetch: (input, init = {}) => {
      const given = answers[requests.length];
      requests.push({ url: input as string, init });
      return given === undefined
        ? Promise.reject(new Error('asked too often'))
        : Promise.resolve().then(given);
    },
  });
  return { requests, run: (signal = never) => made.run(operation, { id: '1' }, signal) };
}

describe('the client of the cart API', () => {
  it('posts query and variables to the path with the name of the operation', async () => {
    const { requests, run } = client([good]);
    await expect(run()).resolves.toBe('Sojka');
    expect(requests[0]?.url).toBe('/api/unstable/graphql.json?operation_name=cart');
    expect(requests[0]?.init.method).toBe('POST');
    expect(JSON.parse(requests[0]?.init.body as string)).toMatchObject({
      query: operation.document,
      variables: { id: '1' },
    });
    expect(new Headers(requests[0]?.init.headers).get('X-Shopify-Storefront-Access-Token')).toBe('token');
  });

  it.each([429, 503])('[7.02] asks again after a second on %i', async (status) => {
    const busy = (): Response => new Response('', { status });
    const { requests, run } = client([busy, busy, busy, good]);
    const result = run();
    await vi.advanceTimersByTimeAsync(999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(result).resolves.toBe('Sojka');
    expect(requests).toHaveLength(4);
  });

  it('[7.02] gives up after three repetitions', async () => {
    const busy = (): Response => new Response('', { status: 503 });
    const { requests, run } = client([busy, busy, busy, busy, good]);
    const result = expect(run()).rejects.toMatchObject({ kind: 'busy' });
    await vi.advanceTimersByTimeAsync(10_000);
    await result;
    expect(requests).toHaveLength(4);
  });

  it('waits as long as the server asks for, in seconds', async () => {
    const busy = (): Response => new Response('', { status: 429, headers: { 'Retry-After': '2' } });
    const { requests, run } = client([busy, good]);
    const result = run();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(result).resolves.toBe('Sojka');
  });

  it('asks again when the network fails', async () => {
    const { run } = client([() => Promise.reject(new TypeError('Failed to fetch')), good]);
    const result = run();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(result).resolves.toBe('Sojka');
  });

  it('every try has a deadline', async () => {
    const hang = (): Promise<Response> => new Promise(() => undefined);
    const signals: AbortSignal[] = [];
    const made = createClient({
      endpoint: '/api',
      accessToken: 'token',
      waits: [],
      fetch: (_input, init) => {
        const signal = init?.signal;
        if (!signal) return hang();
        signals.push(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        });
      },
    });
    const result = expect(made.run(operation, { id: '1' }, never)).rejects.toMatchObject({
      kind: 'timeout',
    });
    await vi.advanceTimersByTimeAsync(15_000);
    await result;
    expect(signals[0]?.aborted).toBe(true);
  });

  it('an abort ends the waiting at once and is not retried', async () => {
    const controller = new AbortController();
    const { requests, run } = client([() => new Response('', { status: 503 }), good]);
    const result = expect(run(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    await result;
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['an answer of the wrong shape', () => json({ data: { name: 1 } }), 'malformed'],
    ['a page instead of data', () => new Response('<html>'), 'malformed'],
    ['a refusal', () => new Response('', { status: 401 }), 'server'],
    ['an error of the API', () => json({ errors: [{ message: 'no' }] }), 'server'],
  ])('%s fails without another try', async (_name, response, kind) => {
    const { requests, run } = client([response, good]);
    await expect(run()).rejects.toMatchObject({ kind });
    expect(requests).toHaveLength(1);
  });
});
