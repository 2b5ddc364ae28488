import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHECKOUT_URL } from '../embed/test/api.ts';
import { loadChunk } from './test/chunks.ts';
import { FAULTS, type FaultName } from './test/faults.ts';
import { pageLock, shownDialog, watch } from './test/page.ts';
import { ScriptedServer } from './test/server.ts';
import { pass, restartTime, settled, stopTime } from './test/time.ts';

const CREATE = 'cartCreate';
const DIALOG = {
  title: 'Transakce se nezdařila',
  text: 'Pokladna není aktuálně k dispozici kvůli technickým problémům. Zkuste to prosím za několik minut znovu.',
};
const CHECKOUT = `${CHECKOUT_URL}&storefront_wallet=true`;

/** How often the call is sent, and after how many milliseconds the dialog opens. */
const EXPECTED: Readonly<Record<FaultName, readonly [sent: number, after: number]>> = {
  '401': [1, 0],
  '404': [1, 0],
  '429': [4, 3000],
  '429, come again in 2 s': [4, 6000],
  '429, come again in 30 s': [1, 20_000],
  '500': [1, 0],
  '503': [4, 3000],
  'malformed JSON': [1, 0],
  'a page of HTML': [1, 0],
  'an answer of another shape': [1, 0],
  'a GraphQL error': [1, 0],
  'a GraphQL refusal': [1, 0],
  'an unknown country': [1, 0],
  'a lost network': [1, 0],
  'no answer': [1, 20_000],
};

/** Presses buy-it-now through the built chunk, as an element does. */
async function press() {
  const chunk = await loadChunk('press');
  chunk.forgetRedirect();
  const server = new ScriptedServer();
  const host = document.body.appendChild(document.createElement('div'));
  const told = watch(host);
  const left: string[] = [];
  // jsdom cannot leave a page.
  chunk.leave.to = (url) => left.push(url);
  const lock = pageLock();
  const leaving = new AbortController();
  const busy: boolean[] = [];
  const begin = (): Promise<void> =>
    chunk.press({
      host,
      isLink: false,
      line: {
        variantId: 1,
        quantity: 1,
        merchandiseId: 'gid://shopify/ProductVariant/1',
        sellingPlanId: null,
        lineItemProperties: [],
      },
      settings: {
        accessToken: 't',
        buyerCountry: 'CZ',
        buyerCurrency: 'CZK',
        debug: false,
        disableCompat: false,
        disabled: false,
        enabledFlags: null,
        fallback: { name: 'buy_it_now', walletParams: {} },
        hasSellingPlan: false,
        pageType: null,
        pciEnabled: false,
        recommended: null,
        recommendedInstrument: null,
        requiresShipping: true,
        shopId: null,
        variantParams: [],
        walletParams: null,
      },
      origin: 'https://shop.example',
      lock,
      signal: leaving.signal,
      returnFocus: () => null,
      busy: (is) => busy.push(is),
    });
  return { server, told, left, lock, leaving, busy, begin };
}

beforeEach(stopTime);
afterEach(restartTime);

describe('buy-it-now', () => {
  it('[4.04] goes to the checkout if nothing fails', async () => {
    const { server, begin, left } = await press();
    expect((await settled(begin())).after).toBe(0);
    expect(server.names()).toEqual([CREATE]);
    expect(left).toEqual([CHECKOUT]);
  });

  it.each(Object.entries(EXPECTED))('[4.01] [4.05] %s', async (name, [sent, after]) => {
    const { server, told, left, lock, busy, begin } = await press();
    server.fails(CREATE, FAULTS[name as FaultName]);
    expect((await settled(begin())).after).toBe(after);
    expect(server.names()).toEqual(Array<string>(sent).fill(CREATE));
    expect(told.map((each) => each.name)).toEqual(['start', 'error']);
    expect(told[1]?.detail).toEqual({
      instrument: 'BuyItNow',
      reason: 'checkout_unavailable',
      message: DIALOG.text,
    });
    expect(shownDialog()).toEqual(DIALOG);
    expect(left).toEqual([]);
    expect(busy).toEqual([true, false]);
    expect(lock.tryAcquire()).not.toBeNull();
    await pass(120_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(server.calls).toHaveLength(sent);
  });

  it.each([
    ['429', 1, 1000],
    ['429, come again in 2 s', 3, 6000],
    ['503', 3, 3000],
  ] as const)('[4.04] %s, %d times, and then a cart', async (name, times, after) => {
    const { server, told, left, begin } = await press();
    server.fails(CREATE, FAULTS[name], times);
    expect((await settled(begin())).after).toBe(after);
    expect(server.calls).toHaveLength(times + 1);
    expect(told.map((each) => each.name)).toEqual(['start', 'complete']);
    expect(left).toEqual([CHECKOUT]);
  });

  it('[4.05] after a failure the next press buys', async () => {
    const { server, told, left, begin } = await press();
    server.fails(CREATE, FAULTS['a lost network']);
    await settled(begin());
    server.heal();
    await settled(begin());
    expect(told.map((each) => each.name)).toEqual(['start', 'error', 'start', 'complete']);
    expect(left).toEqual([CHECKOUT]);
  });

  it('[4.01] shows no dialog to a buyer who has left meanwhile', async () => {
    const { server, told, left, lock, leaving, begin } = await press();
    server.fails(CREATE, FAULTS['no answer']);
    const pressed = begin();
    await pass(0);
    leaving.abort();
    expect((await settled(pressed)).after).toBe(0);
    expect(server.calls[0]?.init.signal?.aborted).toBe(true);
    expect(told.map((each) => each.name)).toEqual(['start']);
    expect(shownDialog()).toBeNull();
    expect(left).toEqual([]);
    expect(lock.tryAcquire()).not.toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
