import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WalletCall } from '../protocol.ts';
import { operations } from './operations.ts';

const call: WalletCall = {
  client: { request: () => Promise.reject(new Error('no API call')) },
  shop: { origin: 'https://shop.example', accessToken: 'token' },
  cartId: 'gid://shopify/Cart/ZTOKEN?key=abc',
  checkoutUrl: 'https://shop.example/checkout/ZTOKEN?key=abc',
  options: { signal: new AbortController().signal },
};

function server(body: unknown, init?: ResponseInit) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(body, init)));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the context', () => {
  it('[3.16] is asked for the cart, with the token', async () => {
    const fetched = server({ containerContext: 'context-1' });
    expect(await operations.fetchContext?.(call)).toEqual({ value: 'context-1', userErrors: [] });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('https://shop.example/wallets/config/meta_pay');
    expect(init?.signal).toBe(call.options.signal);
    expect(new Headers(init?.headers).get('X-Shopify-Storefront-Access-Token')).toBe('token');
    expect(JSON.parse(init?.body as string)).toEqual({ cart_id: call.cartId });
  });

  it.each([
    ['payment_method_not_applicable', 'PAYMENT_METHOD_NOT_APPLICABLE', []],
    ['cart_completed', 'INVALID', ['cartId']],
    ['cart_not_found', 'cart_not_found', []],
  ])('[6.02] is refused with %s', async (error, code, field) => {
    server({ error });
    const refused = { value: null, userErrors: [{ code, field, message: '' }] };
    expect(await operations.fetchContext?.(call)).toEqual(refused);
  });

  it('[3.16] is nothing but a text', async () => {
    server({ containerContext: 7 });
    await expect(operations.fetchContext?.(call)).rejects.toThrow('no context');
  });
});
