import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CART_FORM_POST_WAIT_MS, CART_REFRESH_DEADLINE_MS } from '../constants.ts';
import { answer, stubFetch } from '../test/api.ts';
import { one, page } from '../test/form.ts';
import { changesCart, fetchCartState, isLegacyCart, watchCart } from './cart-watch.ts';

afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, '', '/');
});

describe('an address', () => {
  it.each(['change', 'update', 'add', 'clear'])('[2.02] /cart/%s is watched', (path) => {
    for (const address of [
      `/cart/${path}`,
      `/cart/${path}/`,
      `/cart/${path}.js`,
      `/cart/${path}.json`,
      `/Cart/${path}`,
      `/cs/cart/${path}`,
      `/fil/cart/${path}`,
      `/zh-hant-tw/cart/${path}`,
      `/es-419/cart/${path}`,
      `/en-gb/cart/${path}.js?x=1`,
    ])
      expect(changesCart(address), address).toBe(true);
    expect(changesCart(`https://elsewhere.example/cart/${path}`)).toBe(false);
  });

  it.each([
    '/cart.js',
    '/cart',
    '/cart/additional',
    '/cart/add.jsx',
    '/cart/add.xjs',
    '/cart/addjs',
    '/cart/add//',
    '/cart/add/x',
    '/shop/x/cart/add',
    '/c/cart/add',
    '/shop/cart/add',
    '/cs-/cart/add',
    '/cs-x/cart/add',
    '/cs-podstrana/cart/add',
    '/cs-a_b/cart/add',
    '/c1/cart/add',
    '/-gb/cart/add',
    '/cscart/add',
    'http://',
  ])('[2.02] %s is not', (address) => {
    expect(changesCart(address)).toBe(false);
  });
});

describe('the watch', () => {
  interface Finished {
    readonly initiatorType: string;
    readonly name: string;
  }
  let finished: (...entries: Finished[]) => void;
  let watching: AbortController;
  let changed: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    finished = () => undefined;
    /** Hands out the timings of resources, as the browser's observer does, while it observes them. */
    class Observer {
      constructor(private readonly told: (list: { getEntries: () => Finished[] }) => void) {}
      observe({ type }: PerformanceObserverInit): void {
        if (type === 'resource')
          finished = (...entries) => {
            this.told({ getEntries: () => entries });
          };
      }
      disconnect(): void {
        finished = () => undefined;
      }
    }
    vi.stubGlobal('PerformanceObserver', Observer);
    watching = new AbortController();
    changed = vi.fn();
    watchCart(changed, watching.signal);
  });
  afterEach(() => {
    watching.abort();
  });

  const ADD = 'http://localhost:3000/cart/add.js';
  const fetched = (name = ADD): Finished => ({ initiatorType: 'fetch', name });
  const shown = (name = ADD): Finished => ({ initiatorType: 'img', name });

  it.each([
    ['fetch', '/cart/add.js', 1],
    ['xmlhttprequest', '/cs/cart/change', 1],
    ['fetch', '/cart.js', 0],
    ['img', '/cart/add', 0],
    ['prefetch', '/cart/add', 0],
    ['fetchlater', '/cart/add', 0],
  ])('[2.02] [2.11] after a request of the kind %s to %s it calls %i times', (initiatorType, path, times) => {
    finished({ initiatorType, name: new URL(path, location.href).href });
    expect(changed).toHaveBeenCalledTimes(times);
  });

  it('[2.11] calls once for requests that finished together, whichever of them is watched', () => {
    finished(shown(), fetched('http://localhost:3000/cart.js'), fetched(), fetched());
    expect(changed).toHaveBeenCalledTimes(1);
    finished(shown(), fetched('https://elsewhere.example/cart/add'));
    expect(changed).toHaveBeenCalledTimes(1);
  });

  const posted = (html: string): void => {
    page(html);
    const failed = vi.fn();
    window.addEventListener('error', failed);
    const submitter = document.querySelector('button');
    const event = new SubmitEvent('submit', { bubbles: true, submitter });
    one('body>*').dispatchEvent(event);
    window.removeEventListener('error', failed);
    expect(failed).not.toHaveBeenCalled();
  };
  const called = (): number => vi.mocked(changed).mock.calls.length;

  it.each([
    ['<form method="post" action="/cart/add"></form>', 1],
    ['<form method="POST" action="/cart/add"></form>', 1],
    ['<form action="/cart/add"></form>', 0],
    ['<form method="get" action="/cart/add"></form>', 0],
    ['<form method="post" action="/search"></form>', 0],
    ['<form method="post"></form>', 0],
    ['<form method="post" action="/cart"><button formaction="/cart/update"></button></form>', 1],
    ['<form method="post" action="/cart/add"><button formaction="/checkout"></button></form>', 0],
    ['<form action="/cart/add"><button formmethod="post"></button></form>', 1],
    ['<form method="post" action="/cart/add"><button formmethod="get"></button></form>', 0],
    ['<form method="post" action="/cart/add"><button></button></form>', 1],
    ['<form method="post" action="/cart/add"><input name="action"><input name="method"></form>', 1],
    ['<div method="post" action="/cart/add"></div>', 0],
  ])('[2.02] a submit of %s counts %i', (html, times) => {
    posted(html);
    vi.runAllTimers();
    expect(called()).toBe(times);
  });

  it('[2.02] a form without an action posts to the address of its page', () => {
    history.replaceState(null, '', '/cart/add');
    posted('<form method="post"></form>');
    vi.runAllTimers();
    expect(called()).toBe(1);
  });

  it('[2.11] leaves a posted form the time it takes, counted from the last', () => {
    const form = '<form method="post" action="/cart/add"></form>';
    posted(form);
    vi.advanceTimersByTime(CART_FORM_POST_WAIT_MS - 1);
    posted(form);
    vi.advanceTimersByTime(CART_FORM_POST_WAIT_MS - 1);
    expect(called()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(called()).toBe(1);
    vi.runAllTimers();
    expect(called()).toBe(1);
  });

  it('[2.11] ends with its signal', () => {
    const form = '<form method="post" action="/cart/add"></form>';
    posted(form);
    watching.abort();
    posted(form);
    finished(fetched());
    vi.runAllTimers();
    expect(called()).toBe(0);
  });
});

describe('the state of the cart', () => {
  const state = (signal = new AbortController().signal) => fetchCartState(signal);
  const NONE = { cartId: null, requiresShipping: false, hasSellingPlan: false };
  const FULL = { token: 'ZNEW?key=k', item_count: 1 };
  const ID = 'gid://shopify/Cart/ZNEW?key=k';

  it('[2.11] is asked of the shop, as JSON', async () => {
    const fetched = stubFetch(answer({ ...FULL, requires_shipping: true }));
    expect(await state()).toEqual({ cartId: ID, requiresShipping: true, hasSellingPlan: false });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/cart.js');
    expect(new Headers(init?.headers).get('Accept')).toBe('application/json');
  });

  it.each([
    [FULL, { cartId: ID }],
    [{ ...FULL, item_count: 0 }, {}],
    [{ ...FULL, item_count: '1' }, {}],
    [{ token: 'ZNEW?key=k' }, {}],
    [{ ...FULL, token: '' }, {}],
    [{ ...FULL, token: 7 }, {}],
    [{ item_count: 1 }, {}],
    [{}, {}],
    [
      { ...FULL, requires_shipping: true },
      { cartId: ID, requiresShipping: true },
    ],
    [{ ...FULL, requires_shipping: 'yes' }, { cartId: ID }],
    [
      { ...FULL, items: [{ selling_plan_allocation: {} }] },
      { cartId: ID, hasSellingPlan: true },
    ],
    [{ ...FULL, items: [null, {}, { selling_plan_allocation: null }] }, { cartId: ID }],
    [{ ...FULL, items: 'none' }, { cartId: ID }],
  ])('[2.11] of %j is %j', async (cart, expected) => {
    stubFetch(answer(cart));
    expect(await state()).toEqual({ ...NONE, ...expected });
  });

  it('[2.11] is unknown when the shop refuses, whatever it answers', async () => {
    stubFetch(answer(FULL, { status: 503 }));
    await expect(state()).rejects.toThrow('/cart.js answered 503');
  });

  /** A shop that does not answer, but hears when the browser gives up. */
  const silent = () =>
    vi.stubGlobal(
      'fetch',
      vi.fn<typeof fetch>(
        (_url, init) =>
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => {
              reject(init.signal?.reason as Error);
            });
          }),
      ),
    );

  it('[2.11] is waited for until the deadline, and no timer stays behind', async () => {
    vi.useFakeTimers();
    silent();
    const failed = vi.fn();
    const asked = state().catch(failed);
    await vi.advanceTimersByTimeAsync(CART_REFRESH_DEADLINE_MS - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledTimes(1);
    await asked;
    stubFetch(answer(FULL));
    await state();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[2.11] is not waited for after an abort', async () => {
    silent();
    const leaving = new AbortController();
    const asked = state(leaving.signal);
    leaving.abort();
    await expect(asked).rejects.toThrow('abort');
  });
});

describe('a legacy cart', () => {
  it.each([
    ['gid://shopify/Cart/abc123', true],
    ['gid://shopify/Cart/abc123?key=X', true],
    ['abc123', true],
    ['123?key=X/Y', true],
    ['gid://shopify/Cart/ZTOKEN?key=abc', false],
    ['gid://shopify/Cart/abcZ', false],
    ['gid://shopify/Cart/Zabc', false],
    ['gid://shopify/Cart/Z1?key=a/b', false],
    ['gid://shopify/Cart/', false],
    ['gid://shopify/Cart/?key=abc', false],
    ['ZTOKEN', false],
    ['', false],
  ])('[2.10] is told by its token: %s is %s', (cartId, legacy) => {
    expect(isLegacyCart(cartId)).toBe(legacy);
  });
});
