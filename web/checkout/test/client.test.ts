// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, type Operation } from '../src/api/client.ts';
import { member, text } from '../../base/decode.ts';
import type { DocumentTypes } from '../../embed/cart/transport.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface ShopName extends DocumentTypes {
  readonly name: 'name';
  readonly variables: { readonly id: string };
  readonly answer: string;
}

const operation: Operation<ShopName, string> = {
  name: 'name',
  query: 'query name { name }',
  decode: member('name', text),
};

const never = new AbortController().signal;

const JSON_TYPE = { 'Content-Type': 'application/json' };

function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), {
    ...init,
    headers: JSON_TYPE,
  });
}

/** An answer in parts, as the API streams it; null: it breaks off. */
function inParts(...parts: unknown[]): Response {
  const text = parts.map((part) =>
    part === null ? '' : `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(part)}\r\n--graphql`,
  );
  const end = parts.includes(null) ? '' : '--\r\n';
  return new Response(`--graphql${text.join('')}${end}`, {
    headers: { 'Content-Type': 'multipart/mixed; boundary="graphql"; deferSpec=20220824' },
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
    expect(requests[0]?.url).toBe('/api/unstable/graphql.json?operation_name=name');
    expect(requests[0]?.init).toMatchObject({
      method: 'POST',
      cache: 'no-store',
      credentials: 'same-origin',
    });
    expect(JSON.parse(requests[0]?.init.body as string)).toMatchObject({
      query: operation.query,
      operationName: 'name',
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

  it('waits no longer than ten seconds, whatever the server asks for', async () => {
    const busy = (): Response => new Response('', { status: 503, headers: { 'Retry-After': '3600' } });
    const { requests, run } = client([busy, good]);
    const result = run();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(result).resolves.toBe('Sojka');
  });

  it('asks again when one of several things found the shop busy', async () => {
    const throttled = { message: 'Later.', extensions: { code: 'THROTTLED' } };
    const { requests, run } = client([() => json({ data: null, errors: [throttled] }), good]);
    const result = run();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(result).resolves.toBe('Sojka');
    expect(requests).toHaveLength(2);
  });

  it('asks again when the network fails within an answer', async () => {
    const broken = (): Response => {
      const body = new ReadableStream({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode('{"data":'));
        },
        pull: (stream) => {
          stream.error(new TypeError('network error'));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'application/json' } });
    };
    const { run } = client([broken, good]);
    const result = run();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(result).resolves.toBe('Sojka');
  });

  it('asks again when an answer in parts ends too early', async () => {
    const { requests, run } = client([() => inParts({ data: {} }, null), good]);
    const result = run();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(result).resolves.toBe('Sojka');
    expect(requests).toHaveLength(2);
  });

  it('says what the last try failed of', async () => {
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const { run } = client([() => new Response('', { status: 503 }), lost, lost, lost]);
    const result = expect(run()).rejects.toMatchObject({ kind: 'network' });
    await vi.advanceTimersByTimeAsync(10_000);
    await result;
  });

  it('[7.12] puts an answer in parts together', async () => {
    const { run } = client([
      () =>
        inParts(
          { data: { shop: {} }, hasNext: true },
          { incremental: [{ path: [], data: { name: 'Sojka' } }] },
        ),
    ]);
    await expect(run()).resolves.toBe('Sojka');
  });

  it('[7.12] fails with the errors of a later part', async () => {
    const error = { message: 'Carrier.' };
    const { run } = client([
      () =>
        inParts({ data: {}, hasNext: true }, { incremental: [{ path: [], data: null, errors: [error] }] }),
    ]);
    await expect(run()).rejects.toMatchObject({ kind: 'server' });
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
      retries: 0,
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
    ['an answer that is no JSON', () => new Response('{', { headers: JSON_TYPE }), 'malformed'],
    ['an answer without data', () => json({}), 'malformed'],
    ['parts that the program stumbles over', () => inParts({ incremental: 1 }), 'malformed'],
    ['a refusal', () => new Response('', { status: 401 }), 'server'],
    ['an error of the API', () => json({ errors: [{ message: 'no' }] }), 'server'],
  ])('%s fails without another try', async (_name, response, kind) => {
    const { requests, run } = client([response, good]);
    await expect(run()).rejects.toMatchObject({ kind });
    expect(requests).toHaveLength(1);
  });
});
