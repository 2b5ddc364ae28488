import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createCartClient } from '../cart/checked-client.ts';
import { CART_CREATION_DEADLINE_MS, REDIRECT_REUSE_MS } from '../constants.ts';
import { answer, cartFields, CHECKOUT_URL, created, sent, stubFetch } from '../test/api.ts';
import { pressLog } from '../test/press.ts';
import { BUY_IT_NOW_INSTRUMENT } from './instruments.ts';
import type { ProductLine } from './product-form.ts';
import { forgetRedirect, purchase, type LinePurchase } from './purchase.ts';

const line: ProductLine = {
  variantId: 1,
  quantity: 2,
  merchandiseId: 'gid://shopify/ProductVariant/1',
  sellingPlanId: null,
  lineItemProperties: [],
};

/** A request whose effects are written down in the order in which they happen. */
function setup(over: Partial<LinePurchase> = {}) {
  const { parts, ...written } = pressLog();
  const request: LinePurchase = {
    ...parts,
    instrument: BUY_IT_NOW_INSTRUMENT,
    source: { kind: 'line', line },
    redirect: {},
    ...over,
  };
  return { ...written, request };
}

const GENERIC = {
  title: 'Transakce se nezdařila',
  text: 'Pokladna není aktuálně k dispozici kvůli technickým problémům. Zkuste to prosím za několik minut znovu.',
};

beforeEach(() => {
  forgetRedirect();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

describe('a press', () => {
  it('[1.04] [4.01] builds a cart, busy meanwhile, and goes to the checkout', async () => {
    const fetched = stubFetch(created());
    const { request, log, names } = setup();
    await purchase(request);
    expect(names()).toEqual(['start', 'busy', 'free', 'complete', 'navigate']);
    const url = `${CHECKOUT_URL}&storefront_wallet=true`;
    expect(log.at(-1)).toEqual(['navigate', url]);
    expect(log.at(-2)).toEqual([
      'complete',
      { instrument: 'BuyItNow', redirectUrl: url, decelerationReason: null },
    ]);
    expect(sent(fetched).body.variables).toEqual({
      input: {
        lines: [{ merchandiseId: line.merchandiseId, quantity: 2, attributes: [] }],
        discountCodes: [],
        buyerIdentity: { countryCode: 'CZ' },
      },
      country: 'CZ',
      language: 'CS',
    });
  });

  it('[6.01] [7.23] is made in the name of its instrument and starts a wallet checkout', async () => {
    const fetched = stubFetch(created());
    await purchase(setup().request);
    const { headers, url } = sent(fetched);
    expect(headers.get('X-Wallet-Name')).toBe('BuyItNow');
    expect(headers.get('X-Start-Wallet-Checkout')).toBe('true');
    expect(url.searchParams.get('operation_name')).toBe('cartCreate');
  });

  it('[3.09] takes a stored discount code along', async () => {
    sessionStorage.setItem('discount_code', 'LÉTO');
    const fetched = stubFetch(created());
    await purchase(setup().request);
    expect(sent(fetched).body.variables['input']).toMatchObject({ discountCodes: ['LÉTO'] });
  });

  it('[B.06] a prevented start event holds the checkout', async () => {
    const fetched = stubFetch(created());
    const { request, names } = setup();
    request.host.addEventListener('accelerated-checkout:start', (event) => {
      event.preventDefault();
    });
    await purchase(request);
    expect(names()).toEqual(['start']);
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('outcomes', () => {
  const userErrors = (code: string, message = 'm') => [{ code, field: null, message }];
  it.each([
    [
      'unrecoverable',
      created({ cart: null, userErrors: userErrors('InvalidQuantity') }),
      'unrecoverable',
      GENERIC,
    ],
    [
      'custom validation',
      created({ cart: null, userErrors: userErrors('VALIDATION_CUSTOM', 'Nejvýše dva kusy.') }),
      'custom_validation',
      { title: 'Transakce se nezdařila', text: 'Nejvýše dva kusy.' },
    ],
    [
      'out of stock',
      created({
        cart: cartFields({ lines: { nodes: [{ quantity: 0 }] } }),
        warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }],
      }),
      'out_of_stock',
      { title: 'Transakce se nezdařila', text: 'Tato položka již není k dispozici.' },
    ],
    [
      'an unmapped error',
      created({ userErrors: userErrors('CART_TOO_LARGE') }),
      'checkout_unavailable',
      GENERIC,
    ],
    ['no cart', created({ cart: null }), 'checkout_unavailable', GENERIC],
    [
      'a cart without an address',
      created({ cart: cartFields({ checkoutUrl: null }) }),
      'checkout_unavailable',
      GENERIC,
    ],
    ['a server that is down', new TypeError('Failed to fetch'), 'checkout_unavailable', GENERIC],
    ['status 500', answer({}, { status: 500 }), 'checkout_unavailable', GENERIC],
    ['GraphQL errors', answer({ errors: [{ message: 'x' }] }), 'checkout_unavailable', GENERIC],
    ['a wrong token', answer({}, { status: 401 }), 'checkout_unavailable', GENERIC],
    ['nonsense', answer({ data: { cartCreate: 7 } }), 'checkout_unavailable', GENERIC],
  ])(
    '[4.04] [4.05] %s: the dialog, and the button is free before it opens',
    async (_what, response, reason, text) => {
      stubFetch(response);
      const { request, log, names } = setup();
      await purchase(request);
      expect(names()).toEqual(['start', 'busy', 'free', 'error', 'dialog']);
      expect(log.at(-1)).toEqual(['dialog', text]);
      expect(log.at(-2)).toEqual(['error', { instrument: 'BuyItNow', reason, message: text.text }]);
    },
  );

  it('[4.04] [2.31] a deceleration goes to the checkout with its flag', async () => {
    stubFetch(created({ warnings: [{ code: 'MERCHANDISE_NOT_ENOUGH_STOCK' }] }));
    const { request, log } = setup();
    await purchase(request);
    expect(log.at(-1)).toEqual([
      'navigate',
      `${CHECKOUT_URL}&storefront_wallet=true&wallet_not_enough_stock=true`,
    ]);
  });

  it('[4.06] the link beside a recommended shop wallet skips it', async () => {
    stubFetch(created());
    const { request, log } = setup({ redirect: { skipsShopWallet: true } });
    await purchase(request);
    expect(log.at(-1)).toEqual(['navigate', `${CHECKOUT_URL}&storefront_wallet=true&skip_shop_pay=true`]);
  });

  it('[4.05] a client that cannot be made is an error like any other', async () => {
    const client = () => createCartClient({ origin: '', accessToken: '', country: 'CZ', locale: 'cs' });
    const { request, names } = setup({ client });
    await purchase(request);
    expect(names()).toEqual(['start', 'busy', 'free', 'error', 'dialog']);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith('accelerated-checkout:', expect.any(Error));
  });
});

describe('time', () => {
  /** A server that never answers, but listens to aborts. */
  const silent = () => {
    const fetched = vi.fn<typeof fetch>(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            reject(init.signal?.reason as Error);
          });
        }),
    );
    vi.stubGlobal('fetch', fetched);
    return fetched;
  };

  it('[4.05] a server that does not answer gives the dialog when the deadline has passed', async () => {
    vi.useFakeTimers();
    silent();
    const { request, names } = setup();
    const done = purchase(request);
    await vi.advanceTimersByTimeAsync(CART_CREATION_DEADLINE_MS - 1);
    expect(names()).toEqual(['start', 'busy']);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(names()).toEqual(['start', 'busy', 'free', 'error', 'dialog']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[4.01] who leaves is not bothered: an abort ends without a word', async () => {
    silent();
    const leaving = new AbortController();
    const { request, names } = setup({ signal: leaving.signal });
    const done = purchase(request);
    leaving.abort();
    await done;
    expect(names()).toEqual(['start', 'busy', 'free']);
  });

  it('[4.01] who leaves when the answer arrives goes nowhere', async () => {
    const leaving = new AbortController();
    stubFetch(created());
    const { request, names, log } = setup({
      signal: leaving.signal,
      busy: (busy) => {
        log.push(busy ? 'busy' : 'free');
        if (!busy) leaving.abort();
      },
    });
    await purchase(request);
    expect(names()).toEqual(['start', 'busy', 'free']);
  });

  it('[B.03] one purchase at a time, whichever element was pressed', async () => {
    const answers: (() => void)[] = [];
    const fetched = stubFetch(
      () =>
        new Promise((resolve) =>
          answers.push(() => {
            resolve(created());
          }),
        ),
    );
    const first = setup();
    const second = setup({
      lock: first.request.lock,
      source: {
        kind: 'line',
        line: { ...line, variantId: 2, merchandiseId: 'gid://shopify/ProductVariant/2' },
      },
    });
    const done = purchase(first.request);
    await purchase(second.request);
    expect(second.names()).toEqual([]);
    answers[0]?.();
    await done;
    expect(fetched).toHaveBeenCalledTimes(1);
    await Promise.all([
      purchase(second.request),
      eventually(() => {
        answers[1]?.();
        expect(answers).toHaveLength(2);
      }),
    ]);
    expect(second.names().at(-1)).toBe('navigate');
  });

  it('[B.03] an impatient press while the redirect is under way makes no second cart', async () => {
    vi.useFakeTimers();
    const fetched = stubFetch(created());
    const { request, names } = setup();
    await purchase(request);
    await purchase(request);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(names().filter((name) => name === 'navigate')).toHaveLength(2);
    await purchase({ ...request, source: { kind: 'line', line: { ...line, quantity: 5 } } });
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('[B.03] a redirect is repeated for a while only: it may have failed', async () => {
    vi.useFakeTimers();
    const fetched = stubFetch(created());
    const { request } = setup();
    await purchase(request);
    vi.advanceTimersByTime(REDIRECT_REUSE_MS - 1);
    await purchase(request);
    expect(fetched).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await purchase(request);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('[4.04] a purchase that failed is made anew at the next press', async () => {
    const fetched = stubFetch(
      created({
        cart: cartFields({ lines: { nodes: [{ quantity: 0 }] } }),
        warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }],
      }),
      created(),
    );
    const { request, names } = setup();
    await purchase(request);
    expect(names().at(-1)).toBe('dialog');
    await purchase(request);
    expect(names().at(-1)).toBe('navigate');
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('[4.02] after coming back a new cart is created: the old one may have become an order', async () => {
    const fetched = stubFetch(created());
    const { request } = setup();
    await purchase(request);
    forgetRedirect();
    await purchase(request);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});
