import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCartClient } from '../cart/checked-client.ts';
import { CHECKOUT_ERROR } from '../i18n/cs.ts';
import { forgetRedirect } from '../flows/purchase.ts';
import type { PurchaseRequest } from '../flows/request.ts';
import { answer, CHECKOUT_URL, created, sent, stubFetch } from '../test/api.ts';
import { pressLog } from '../test/press.ts';
import { leave } from './leave.ts';

const CART = 'gid://shopify/Cart/Z1?key=abc';

function setup(over: Partial<PurchaseRequest> = {}) {
  const { parts, ...written } = pressLog();
  const request: PurchaseRequest = {
    ...parts,
    instrument: { name: 'ShopPay' },
    source: { kind: 'cart', cartId: CART },
    client: () =>
      createCartClient({
        origin: 'https://shop.example',
        accessToken: 't',
        country: 'CZ',
        locale: 'cs',
        retries: 0,
      }),
    ...over,
  };
  return { ...written, request };
}

const found = (): Response => answer({ data: { cart: { checkoutUrl: CHECKOUT_URL } } });
const TO_WALLET = `${CHECKOUT_URL}&storefront_wallet=true&payment=shop_pay&redirect_source=direct_checkout_cart`;

beforeEach(() => {
  forgetRedirect();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a press of the shop wallet', () => {
  it('[2.30] [4.06] goes with an existing cart to the wallet in its checkout', async () => {
    const fetched = stubFetch(found());
    const { request, log, names } = setup();
    await leave(request);
    expect(names()).toEqual(['start', 'busy', 'free', 'complete', 'navigate']);
    expect(log.at(-1)).toEqual(['navigate', TO_WALLET]);
    expect(log[0]).toEqual(['start', { instrument: 'ShopPay', line: null, requiresShipping: true }]);
    expect(sent(fetched).body.variables).toMatchObject({ id: CART });
  });

  it('[2.30] [4.06] goes to the wallet on another host, with the same cart', async () => {
    stubFetch(found());
    const { request, log } = setup();
    await leave(request, 'https://ucet.shop.example');
    const { pathname, search } = new URL(TO_WALLET);
    expect(log.at(-1)).toEqual(['navigate', `https://ucet.shop.example${pathname}${search}`]);
  });

  it('[2.30] [4.06] makes a cart for the line of a product, and says where it was pressed', async () => {
    const fetched = stubFetch(created());
    const line = {
      variantId: 1,
      quantity: 2,
      merchandiseId: 'gid://shopify/ProductVariant/1',
      sellingPlanId: null,
      lineItemProperties: [],
    };
    const { request, log } = setup({ source: { kind: 'line', line } });
    await leave(request);
    expect(log.at(-1)).toEqual(['navigate', TO_WALLET.replace('_cart', '_product')]);
    expect(sent(fetched).body.variables).toMatchObject({ input: { lines: [{ quantity: 2 }] } });
  });

  it.each<[string, Response]>([
    ['a cart that has become an order', answer({ data: { cart: null } })],
    ['a server in trouble', answer({}, { status: 500 })],
    ['an answer of another shape', answer({ data: { cart: { checkoutUrl: 7 } } })],
    ['an address that is no page', answer({ data: { cart: { checkoutUrl: 'javascript:alert(1)' } } })],
  ])('[4.05] tells the buyer of %s', async (_what, reply) => {
    stubFetch(reply);
    const { request, log, names } = setup();
    await leave(request);
    expect(names()).toEqual(['start', 'busy', 'free', 'error', 'dialog']);
    expect(log.at(-1)).toEqual(['dialog', CHECKOUT_ERROR]);
    expect(request.lock.tryAcquire()).not.toBeNull();
  });

  it('[B.06] does nothing where a page holds it, and nothing beside another purchase', async () => {
    const fetched = stubFetch(found());
    const { request, names } = setup();
    request.host.addEventListener('accelerated-checkout:start', (event) => {
      event.preventDefault();
    });
    await leave(request);
    expect(names()).toEqual(['start']);
    request.lock.tryAcquire();
    await leave(request);
    expect(names()).toEqual(['start']);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('says nothing to a buyer who has left', async () => {
    const leaving = new AbortController();
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>((_url, init) => {
        leaving.abort();
        return Promise.reject(init?.signal?.reason as Error);
      }),
    );
    const { request, names } = setup({ signal: leaving.signal });
    await leave(request);
    expect(names()).toEqual(['start', 'busy', 'free']);
  });
});
