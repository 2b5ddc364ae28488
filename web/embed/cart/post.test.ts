// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { post, type PostConfig } from './post.ts';

const config = { url: '/api/unstable/graphql.json', accessToken: 'token', retries: 1 };
const body = { query: '{ a }', operationName: 'a', variables: {} };
const signal = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('sends the body, headers and settings that the caller gives', async () => {
  const fetched = vi.fn<NonNullable<PostConfig['fetch']>>(() => Promise.resolve(new Response()));
  await post({ ...config, fetch: fetched }, 'a', body, { signal, cache: 'no-store', headers: { X: 'y' } });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/unstable/graphql.json?operation_name=a');
  expect(JSON.parse(init?.body as string)).toEqual(body);
  expect(init).toMatchObject({ method: 'POST', cache: 'no-store', signal });
  expect(init?.headers).toMatchObject({ X: 'y', 'X-Shopify-Storefront-Access-Token': 'token' });
});

it('tries again where the caller says that a failure is worth it', async () => {
  const tries = [
    () => Promise.resolve(new Response(null, { status: 503, headers: { 'Retry-After': '3' } })),
    () => Promise.resolve(new Response('here')),
  ];
  const answered = post(
    { ...config, fetch: () => tries.shift()?.() ?? Promise.reject(new Error('too often')) },
    'a',
    body,
    { signal },
  );
  await vi.advanceTimersByTimeAsync(2999);
  expect(tries).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await (await answered).text()).toBe('here');
});

it('leaves what is thrown to the caller', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(post({ ...config, fetch: lost }, 'a', body, { signal })).rejects.toThrow('Failed to fetch');
});
