import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCartClient } from '../../cart/checked-client.ts';
import { answer } from '../../test/api.ts';
import { PromiseBadge } from './index.ts';

const GOODS = { variantId: 'gid://shopify/ProductVariant/11', sellingPlanId: null };
const OTHER = { variantId: 'gid://shopify/ProductVariant/12', sellingPlanId: 'gid://shopify/SellingPlan/5' };

const promised = (days: number, brandedPromise: unknown = { handle: 'shop_promise' }): Response =>
  answer({
    data: {
      deliveryPromise: { selectedShippingOption: { brandedPromise, maxCalendarDaysToDelivery: days } },
    },
  });

let resized: () => void;
let width: number;
const observers = { alive: 0 };
let badges: PromiseBadge[];

class FakeObserver {
  #observes = false;
  constructor(private readonly callback: () => void) {}
  observe(): void {
    resized = this.callback;
    this.#observes = true;
    observers.alive += 1;
  }
  disconnect(): void {
    if (this.#observes) observers.alive -= 1;
    this.#observes = false;
  }
}

/** A badge and a server with these replies; of null it never hears. */
function badge(replies: readonly (Response | Error | null)[]) {
  const asked: Record<string, unknown>[] = [];
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>((_url, init = {}) => {
      const { variables } = JSON.parse(init.body as string) as { variables: Record<string, unknown> };
      asked.push(variables);
      signals.push(init.signal);
      const reply = replies[Math.min(asked.length, replies.length) - 1];
      if (reply === null) return new Promise(() => undefined);
      return reply instanceof Response
        ? Promise.resolve(reply.clone())
        : Promise.reject(reply ?? new Error());
    }),
  );
  const host = document.createElement('div');
  host.getBoundingClientRect = () => new DOMRect(0, 0, width, 44);
  const shown: (string | null)[] = [];
  const made = new PromiseBadge({
    host,
    country: 'CZ',
    client: createCartClient({
      origin: 'https://shop.example',
      accessToken: 'token',
      country: 'CZ',
      locale: 'cs',
      retries: 0,
    }),
    show: (text) => shown.push(text),
  });
  badges.push(made);
  return { badge: made, shown, asked, signals };
}

const settle = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('ResizeObserver', FakeObserver);
  localStorage.clear();
  width = 400;
  observers.alive = 0;
  badges = [];
});

afterEach(() => {
  for (const each of badges) each.end();
  expect(observers.alive).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the delivery-promise badge', () => {
  it.each([
    [0, ['Doručíme ještě dnes']],
    [1, ['Doručíme zítra']],
    [2, ['Doručíme do 2 dnů']],
    [3, []],
    [-1, []],
  ])(
    '[1.07] [9.02] [3.19] says for %i days what it promises, and nothing beyond two',
    async (days, texts) => {
      const { badge: made, shown } = badge([promised(days)]);
      made.update(GOODS);
      await settle();
      expect(shown).toEqual(texts);
    },
  );

  it('[7.15] makes no promise that the shop does not make', async () => {
    const unbranded = badge([promised(1, null)]);
    unbranded.badge.update(GOODS);
    const none = badge([answer({ data: { deliveryPromise: null } })]);
    none.badge.update(GOODS);
    await settle();
    expect([unbranded.shown, none.shown]).toEqual([[], []]);
  });

  it('[7.15] asks with variant, plan and what the browser remembers of the postal code', async () => {
    const { badge: made, asked } = badge([promised(1)]);
    made.update(OTHER);
    await settle();
    expect(asked[0]).toMatchObject({ ...OTHER, postalCode: null, isPostalCodeOverride: false });

    const address = { countryCode: 'cz', zip: '602 00' };
    localStorage.setItem('accelerated-checkout:default-address', JSON.stringify(address));
    made.update(GOODS);
    await settle();
    expect(asked[1]).toMatchObject({ ...GOODS, postalCode: '602 00', isPostalCodeOverride: false });

    localStorage.setItem('accelerated-checkout:postal-code', ' 110 00 ');
    made.update(OTHER);
    await settle();
    expect(asked[2]).toMatchObject({ postalCode: '110 00', isPostalCodeOverride: true });
  });

  it.each([
    'no JSON',
    'null',
    '7',
    '{}',
    '[]',
    '{"countryCode":"SK","zip":"811 01"}',
    '{"countryCode":"CZ","zip":1}',
    '{"countryCode":"CZ","zip":""}',
    '{"countryCode":1,"zip":"602 00"}',
    '{"zip":"602 00"}',
  ])('[7.15] a default address that helps nobody is left aside: %s', async (text) => {
    localStorage.setItem('accelerated-checkout:default-address', text);
    const { badge: made, asked } = badge([promised(1)]);
    made.update(GOODS);
    await settle();
    expect(asked[0]).toMatchObject({ postalCode: null, isPostalCodeOverride: false });
  });

  it('[7.15] an entered postal code of spaces only is none', async () => {
    localStorage.setItem('accelerated-checkout:postal-code', '  ');
    localStorage.setItem('accelerated-checkout:default-address', '{"countryCode":"CZ","zip":"602 00"}');
    const { badge: made, asked } = badge([promised(1)]);
    made.update(GOODS);
    await settle();
    expect(asked[0]).toMatchObject({ postalCode: '602 00', isPostalCodeOverride: false });
  });

  it('[7.15] a browser that forbids its storage remembers nothing', async () => {
    vi.stubGlobal('localStorage', {
      clear: () => undefined,
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    const { badge: made, asked } = badge([promised(1)]);
    made.update(GOODS);
    await settle();
    expect(asked[0]).toMatchObject({ postalCode: null, isPostalCodeOverride: false });
  });

  it('[7.15] a failed fetch is tried 15 more times, 200 ms apart, and then given up', async () => {
    const { badge: made, asked, shown } = badge([new TypeError('Failed to fetch')]);
    made.update(GOODS);
    await settle();
    for (let tries = 1; tries <= 15; tries += 1) {
      expect(asked).toHaveLength(tries);
      await settle(199);
      expect(asked).toHaveLength(tries);
      await settle(1);
    }
    expect(asked).toHaveLength(16);
    await settle(60_000);
    expect(asked).toHaveLength(16);
    expect(shown).toEqual([]);
  });

  it('[7.15] a retry that succeeds promises', async () => {
    const lost = new TypeError('Failed to fetch');
    const { badge: made, shown } = badge([lost, lost, promised(0)]);
    made.update(GOODS);
    await settle(400);
    expect(shown).toEqual(['Doručíme ještě dnes']);
  });

  it.each([
    ['an answer that says no is not asked for again', answer({ errors: [{ message: 'No such field' }] }), 1],
    ['an answer of another shape neither', answer({ data: { deliveryPromise: 7 } }), 1],
    ['a server in trouble is', answer({}, { status: 500 }), 16],
    ['an answer without data is', answer({}), 16],
  ])('[7.15] %s', async (_what, reply, times) => {
    const { badge: made, asked } = badge([reply]);
    made.update(GOODS);
    await settle(10_000);
    expect(asked).toHaveLength(times);
  });

  it('[4.32] hides at a container width of 338 px or less, and comes back', async () => {
    const { badge: made, shown } = badge([promised(1)]);
    made.update(GOODS);
    await settle();
    const TEXT = 'Doručíme zítra';
    for (const [next, expected] of [
      [339, [TEXT]],
      [338, [TEXT, null]],
      [100, [TEXT, null]],
      [338.5, [TEXT, null, TEXT]],
    ] as const) {
      width = next;
      resized();
      expect(shown).toEqual(expected);
    }
  });

  it('[4.32] a promise that comes while the container is narrow waits until it is wide', async () => {
    width = 338;
    const { badge: made, shown } = badge([promised(1)]);
    made.update(GOODS);
    await settle();
    expect(shown).toEqual([]);
    width = 400;
    resized();
    expect(shown).toEqual(['Doručíme zítra']);
  });

  it('[7.15] another variant takes the promise back until it has its own; the same one asks nothing', async () => {
    const { badge: made, shown, asked } = badge([promised(1), promised(0)]);
    made.update(GOODS);
    made.update({ ...GOODS });
    await settle();
    made.update(OTHER);
    expect(shown).toEqual(['Doručíme zítra', null]);
    expect(asked).toHaveLength(2);
    await settle();
    expect(shown).toEqual(['Doručíme zítra', null, 'Doručíme ještě dnes']);
    made.update(null);
    expect(shown.at(-1)).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it('[7.15] another variant ends the request for the one before, as does the end', () => {
    const { badge: made, signals } = badge([null]);
    const aborted = () => signals.map((signal) => signal?.aborted);
    made.update(GOODS);
    expect(aborted()).toEqual([false]);
    made.update(OTHER);
    expect(aborted()).toEqual([true, false]);
    made.end();
    expect(aborted()).toEqual([true, true]);
  });

  it('[7.15] no variant shows the promise of another, however late that one’s answer is', async () => {
    for (let ticks = 0; ticks < 60; ticks += 1) {
      const { badge: made, shown } = badge([promised(1), null]);
      made.update(GOODS);
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      made.update(OTHER);
      await settle();
      expect(shown.at(-1) ?? null, `after ${ticks} ticks`).toBeNull();
      made.end();
    }
  });

  it('[7.15] what is ended takes nothing back', async () => {
    const { badge: made, shown } = badge([promised(1)]);
    made.update(GOODS);
    await settle();
    made.end();
    width = 100;
    resized();
    made.update(null);
    expect(shown).toEqual(['Doručíme zítra']);
  });

  it('[7.15] what is ended says nothing more', async () => {
    const { badge: made, shown, asked } = badge([new TypeError('Failed to fetch')]);
    made.update(GOODS);
    await settle();
    made.end();
    made.update(OTHER);
    await settle(10_000);
    expect(asked).toHaveLength(1);
    expect(shown).toEqual([]);
  });
});
