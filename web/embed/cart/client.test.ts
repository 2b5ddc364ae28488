// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, sent, stubFetch } from '../test/api.ts';
import { createCartClient, type CartClientConfig } from './checked-client.ts';
import type { RequestOptions } from './transport.ts';

const config: CartClientConfig = {
  origin: 'https://shop.example',
  accessToken: 'token',
  country: 'CZ',
  locale: 'cs',
};
const operation = { name: 'cartCreate', query: 'mutation cartCreate{x}' };
const options = (): RequestOptions => ({ signal: new AbortController().signal });
const request = (over: Partial<CartClientConfig> = {}, opts: Partial<RequestOptions> = {}) =>
  createCartClient({ ...config, ...over }).request(operation, { a: 1 }, { ...options(), ...opts });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('configuration', () => {
  it.each([0, 1, 2, 3])('[5.17] accepts %d retries', (retries) => {
    expect(() => createCartClient({ ...config, retries })).not.toThrow();
  });

  it.each([-1, 4, 100, Number.NaN, '2' as unknown as number, null as unknown as number])(
    '[5.17] refuses %s retries: only a number from 0 to 3 will do',
    (retries) => {
      expect(() => createCartClient({ ...config, retries })).toThrow(
        `The provided "retries" value (${String(retries)}) is invalid - it cannot be less than 0 or greater than 3`,
      );
    },
  );

  it.each([
    ['locale', 'A locale is required.'],
    ['country', 'A country is required.'],
    ['accessToken', 'An access token is required.'],
  ])('[5.17] needs the %s', (key, message) => {
    expect(() => createCartClient({ ...config, [key]: '' })).toThrow(message);
  });
});

describe('the request', () => {
  it('[7.01] posts query and variables to the path with operation_name, version unstable by default', async () => {
    const fetched = stubFetch(answer({ data: { ok: 1 } }));
    await expect(request()).resolves.toEqual({ ok: 1 });
    const { url, body, init } = sent(fetched);
    expect(url.href).toBe('https://shop.example/api/unstable/graphql.json?operation_name=cartCreate');
    expect(init.method).toBe('POST');
    expect(body).toEqual({ query: operation.query, variables: { a: 1, country: 'CZ', language: 'CS' } });
  });

  it('[7.01] uses another version if told, and a regional language', async () => {
    const fetched = stubFetch(answer({ data: {} }));
    await request({ version: '2026-04', locale: 'pt-BR', country: 'BR' });
    expect(sent(fetched).url.pathname).toBe('/api/2026-04/graphql.json');
    expect(sent(fetched).body.variables).toMatchObject({ country: 'BR', language: 'PT_BR' });
  });

  it('[6.01] carries the access token, the wallet name and the start of a wallet checkout', async () => {
    const fetched = stubFetch(answer({ data: {} }));
    await request({}, { walletName: 'BuyItNow', startsWalletCheckout: true });
    const { headers } = sent(fetched);
    expect(headers.get('X-Shopify-Storefront-Access-Token')).toBe('token');
    expect(headers.get('X-Wallet-Name')).toBe('BuyItNow');
    expect(headers.get('X-Start-Wallet-Checkout')).toBe('true');
  });

  it('[6.01] says nothing of wallets where none is concerned', async () => {
    const fetched = stubFetch(answer({ data: {} }));
    await request();
    expect(sent(fetched).headers.has('X-Wallet-Name')).toBe(false);
    expect(sent(fetched).headers.has('X-Start-Wallet-Checkout')).toBe(false);
  });

  it.each([true, false])('[7.07] keepalive %s reaches the platform', async (keepalive) => {
    const fetched = stubFetch(answer({ data: {} }));
    await request({}, { keepalive });
    expect(sent(fetched).init.keepalive).toBe(keepalive);
  });
});

describe('retries', () => {
  const refused = (status: number, headers: Record<string, string> = {}) => answer({}, { status, headers });

  it.each([429, 503])('[7.02] asks again after 1000 ms on %d', async (status) => {
    const fetched = stubFetch(refused(status), answer({ data: { ok: 1 } }));
    const answered = request();
    await vi.advanceTimersByTimeAsync(999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetched).toHaveBeenCalledTimes(2);
    await expect(answered).resolves.toEqual({ ok: 1 });
  });

  it.each([
    [undefined, 4],
    [0, 1],
    [1, 2],
    [3, 4],
  ])('[7.02] with retries %s asks %d times in all', async (retries, calls) => {
    const fetched = stubFetch(refused(503));
    const failed = expect(request(retries === undefined ? {} : { retries })).rejects.toMatchObject({
      failure: { kind: 'status', status: 503 },
    });
    await vi.runAllTimersAsync();
    await failed;
    expect(fetched).toHaveBeenCalledTimes(calls);
  });

  it.each([400, 401, 404, 500, 502, 504])('[7.02] does not ask again on %d', async (status) => {
    const fetched = stubFetch(refused(status));
    await expect(request()).rejects.toMatchObject({ failure: { kind: 'status', status } });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('[7.02] waits as long as Retry-After says, in seconds', async () => {
    const fetched = stubFetch(refused(429, { 'Retry-After': '2' }), answer({ data: {} }));
    const answered = request();
    await vi.advanceTimersByTimeAsync(1999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await answered;
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('[7.12] an abort ends the wait at once, with its reason', async () => {
    const fetched = stubFetch(refused(429));
    const controller = new AbortController();
    const failed = expect(request({}, { signal: controller.signal })).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(10);
    controller.abort(new Error('enough'));
    await failed;
    await vi.runAllTimersAsync();
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('[7.12] the signal reaches the platform', async () => {
    const fetched = stubFetch(answer({ data: {} }));
    const { signal } = new AbortController();
    await request({}, { signal });
    expect(sent(fetched).init.signal).toBe(signal);
  });
});

describe('messages', () => {
  it('[8.05] for errors in the answer', async () => {
    const graphQLErrors = [{ message: 'nope' }];
    stubFetch(answer({ errors: graphQLErrors, data: { partial: true } }));
    await expect(request()).rejects.toMatchObject({
      message: "An error occurred while fetching from the API. Review 'graphQLErrors' for details.",
      failure: { kind: 'graphql', graphQLErrors },
    });
  });

  it.each(['text/html', 'application/graphql-response+json', ''])(
    '[8.05] for the content type "%s"',
    async (type) => {
      stubFetch(new Response('<p>', { headers: { 'Content-Type': type } }));
      await expect(request()).rejects.toThrow(`Response returned unexpected Content-Type: ${type}`.trim());
    },
  );

  it.each([{}, { data: null }, { data: null, errors: [] }])('[8.05] for %j', async (body) => {
    stubFetch(answer(body));
    await expect(request()).rejects.toThrow(
      'An unknown error has occurred. The API did not return a data object or any errors in its response.',
    );
  });

  it('[8.05] a streamable operation is refused before anything is sent', async () => {
    const fetched = stubFetch(answer({ data: {} }));
    const streamable = { name: 'cart', query: '{ a ... @defer { b } }' };
    await expect(createCartClient(config).request(streamable, {}, options())).rejects.toThrow(
      'This operation will result in a streamable response - use requestStream() instead.',
    );
    expect(fetched).not.toHaveBeenCalled();
  });
});
