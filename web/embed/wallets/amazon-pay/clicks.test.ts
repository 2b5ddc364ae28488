import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { amazonPayParams, amazonPaySettings, fakeAmazon, SIGNED } from '../../test/amazon-pay.ts';
import { answer } from '../../test/api.ts';
import { agreeingHandlers } from '../../test/google-pay.ts';
import type { SheetSetup, WalletParams } from '../protocol.ts';
import { createAdapter, createPrime } from './index.ts';

const SETUP: SheetSetup = {
  requiresShipping: true,
  hasSellingPlan: false,
  currencyCode: 'EUR',
  totalLabel: 'Celkem',
};

const publish = vi.fn<(name: string, data: unknown) => void>();
/** The page's analytics library has loaded. */
const loadLibrary = (): void => {
  vi.stubGlobal('Shopify', { analytics: { publish } });
};

/** Presses a button whose settings the server has signed. */
async function press(settings: WalletParams = {}, create = createPrime) {
  const { initCheckout } = fakeAmazon();
  const handlers = agreeingHandlers();
  handlers.vendorPageWanted.mockResolvedValue({ kind: 'settings', settings: amazonPaySettings(settings) });
  const sheet = create(amazonPayParams()).open(SETUP, handlers);
  if (typeof sheet === 'string') throw new Error(sheet);
  await vi.advanceTimersByTimeAsync(0);
  return { initCheckout, handlers, sheet };
}

beforeEach(() => {
  vi.useFakeTimers();
  publish.mockReset();
  vi.spyOn(console, 'debug').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a press of Buy with Prime', () => {
  it.each([
    ['Product', 'bwp_widget_click'],
    ['Cart', 'bwp_cart_widget_click'],
    ['Checkout', 'bwp_checkout_widget_click'],
    ['Other', 'bwp_widget_click'],
  ])('[3.18] [7.17] on %s is published as %s, with the skus in their order', async (placement, name) => {
    loadLibrary();
    const { initCheckout } = await press({ placement });
    expect(publish).toHaveBeenCalledExactlyOnceWith(name, { skus: ['B-2', 'A-1'] });
    // Before the browser leaves.
    expect(publish.mock.invocationCallOrder[0]).toBeLessThan(initCheckout.mock.invocationCallOrder[0] ?? 0);
  });

  it('[3.16] [7.17] hands Amazon the text that was read, unchanged', async () => {
    loadLibrary();
    const { initCheckout } = await press();
    expect(initCheckout).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ createCheckoutSessionConfig: SIGNED }),
    );
  });

  it('[7.17] waits for the library, but does not keep the buyer', async () => {
    const { initCheckout } = await press();
    expect(initCheckout).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(6950);
    loadLibrary();
    expect(publish).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(50);
    expect(publish).toHaveBeenCalledOnce();
  });

  it('[7.17] gives up after seven seconds', async () => {
    await press();
    await vi.advanceTimersByTimeAsync(7000);
    loadLibrary();
    await vi.advanceTimersByTimeAsync(1000);
    expect(publish).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[7.17] stops waiting with the page', async () => {
    const { sheet } = await press();
    sheet.close();
    loadLibrary();
    await vi.advanceTimersByTimeAsync(200);
    expect(publish).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['its library fails', '{}'],
    ['the payload cannot be read', '{'],
  ])('[7.17] leads to Amazon even if %s', async (_, payloadJSON) => {
    publish.mockImplementation(() => {
      throw new Error('analytics');
    });
    loadLibrary();
    const { initCheckout, handlers } = await press({
      createCheckoutSessionConfig: { ...SIGNED, payloadJSON },
    });
    expect(initCheckout).toHaveBeenCalledOnce();
    expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'left' });
  });

  it('[2.28] [7.13] has settings of its own', async () => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(answer({ error: 'empty_line_items' })));
    vi.stubGlobal('fetch', fetched);
    await createPrime({}).operations?.fetchSettings?.({
      client: { request: () => Promise.reject(new Error('no API call')) },
      shop: { origin: 'https://shop.example', accessToken: 'token' },
      cartId: 'gid://shopify/Cart/ZTOKEN?key=abc',
      checkoutUrl: 'https://shop.example/checkout/ZTOKEN?key=abc',
      options: { signal: new AbortController().signal },
    });
    expect(fetched.mock.calls[0]?.[0]).toBe('https://shop.example/wallets/config/optimus');
  });
});

it('[7.17] a press of Amazon Pay is not published', async () => {
  loadLibrary();
  const { initCheckout } = await press({}, createAdapter);
  expect(initCheckout).toHaveBeenCalledOnce();
  expect(publish).not.toHaveBeenCalled();
});
