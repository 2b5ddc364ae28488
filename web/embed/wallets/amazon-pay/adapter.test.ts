import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { amazonPayParams, amazonPaySettings, fakeAmazon, PAYLOAD, SIGNED } from '../../test/amazon-pay.ts';
import { answer } from '../../test/api.ts';
import { agreeingHandlers, sheetError } from '../../test/google-pay.ts';
import type { SheetSetup, WalletCall, WalletParams } from '../protocol.ts';
import { createAdapter } from './index.ts';

const GOODS = { requiresShipping: true, hasSellingPlan: false };
const SETUP: SheetSetup = { ...GOODS, currencyCode: 'EUR', totalLabel: 'Celkem' };
const never = () => new AbortController().signal;

/** Presses the button of a page with these parameters, at a server with this answer. */
async function pressed(
  params: WalletParams = {},
  settings: unknown = amazonPaySettings(),
  sdk = fakeAmazon(),
) {
  const handlers = agreeingHandlers();
  handlers.vendorPageWanted.mockResolvedValue({ kind: 'settings', settings });
  const adapter = createAdapter(amazonPayParams(params));
  await adapter.check(GOODS, never());
  const sheet = adapter.open(SETUP, handlers);
  if (typeof sheet === 'string') throw new Error(sheet);
  return { ...sdk, handlers, sheet };
}

/** The settings that Amazon's pages got. */
async function shown(params: WalletParams = {}, settings?: unknown) {
  const { initCheckout } = await pressed(params, settings);
  await eventually(() => {
    expect(initCheckout).toHaveBeenCalledOnce();
  });
  return initCheckout.mock.calls[0]?.[0] as Record<string, unknown>;
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // The script is there as soon as it is asked for.
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    (script as HTMLScriptElement).onload?.(new Event('load'));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('check', () => {
  it('[1.03] [7.24] offers the wallet once Amazon’s script is there', async () => {
    fakeAmazon();
    const adapter = createAdapter(amazonPayParams({ sdkUrl: '/first/checkout.js' }));
    expect(await adapter.check(GOODS, never())).toEqual({ eligible: true });
    const [script] = vi.mocked(document.head).append.mock.calls[0] ?? [];
    expect((script as HTMLScriptElement).src).toBe(`${location.origin}/first/checkout.js`);
  });

  it('[4.26] says that the script defined nothing', async () => {
    const answered = await createAdapter(amazonPayParams()).check(GOODS, never());
    expect(answered).toEqual({ eligible: false, reason: 'sdkUnavailable' });
  });

  it.each([
    ['sdkUrl', ''],
    ['merchantId', undefined],
    ['ledgerCurrency', 1],
    ['createCheckoutSessionConfig', { payloadJSON: {}, signature: 's' }],
    ['createCheckoutSessionConfig', { payloadJSON: '{}' }],
  ])('[4.26] refuses %s=%j', async (name, value) => {
    fakeAmazon();
    const adapter = createAdapter(amazonPayParams({ [name]: value }));
    expect(await adapter.check(GOODS, never())).toEqual({ eligible: false, reason: 'invalidWalletParams' });
    expect(adapter.open(SETUP, agreeingHandlers())).toBe('notReady');
  });

  it('[7.24] loads no script from elsewhere', async () => {
    fakeAmazon();
    const adapter = createAdapter(amazonPayParams({ sdkUrl: 'https://elsewhere.test/checkout.js' }));
    expect(await adapter.check(GOODS, never())).toEqual({ eligible: false, reason: 'sdkUnavailable' });
  });
});

describe('a press', () => {
  it('[4.21] asks for the settings, begins the checkout and says that the browser leaves', async () => {
    const { handlers, initCheckout } = await pressed();
    const wish = { isSupplied: false, preparesCart: false };
    expect(handlers.vendorPageWanted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(wish));
    await eventually(() => {
      expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'left' });
    });
    expect(initCheckout).toHaveBeenCalledOnce();
  });

  it('[4.21] [3.16] hands Amazon what the server has signed, as it is', async () => {
    expect(await shown()).toEqual({
      merchantId: 'A1MERCHANT',
      ledgerCurrency: 'EUR',
      publicKeyId: 'SANDBOX-KEY',
      checkoutLanguage: 'en_GB',
      productType: 'PayAndShip',
      placement: 'Product',
      estimatedOrderAmount: { amount: '12.90', currencyCode: 'EUR' },
      createCheckoutSessionConfig: SIGNED,
    });
  });

  it('[4.21] takes the settings that the page has', async () => {
    const other = { ...SIGNED, signature: 'other' };
    const settings = await shown({ createCheckoutSessionConfig: other, placement: 'Cart' }, null);
    expect(settings).toMatchObject({ createCheckoutSessionConfig: other, placement: 'Cart' });
    expect(settings).not.toHaveProperty('estimatedOrderAmount');
  });

  it.each([
    ['of a page that has settings', { createCheckoutSessionConfig: SIGNED }, { isSupplied: true }],
    ['under the migration', { prepareCart: true }, { preparesCart: true }],
    ['not under anything else', { prepareCart: 'true' }, { preparesCart: false }],
  ])('[4.21] has the cart prepared: %s', async (_, params, wish) => {
    const { handlers } = await pressed(params);
    expect(handlers.vendorPageWanted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(wish));
  });

  it.each([
    ['0.00', false],
    ['0', false],
    ['0.01', true],
    ['12.90', true],
  ])('[4.21] tells an amount of %s: %s', async (amount, tells) => {
    const estimatedOrderAmount = { amount, currencyCode: 'EUR' };
    const settings = await shown({}, amazonPaySettings({ estimatedOrderAmount }));
    expect('estimatedOrderAmount' in settings).toBe(tells);
  });

  it.each([
    ['merchantId', 'A2'],
    ['ledgerCurrency', 'GBP'],
    ['publicKeyId', 'LIVE-KEY'],
    ['checkoutLanguage', 'de_DE'],
    ['sandbox', true],
  ])('[3.16] %s is the page’s, whatever the server says', async (name, value) => {
    expect(await shown({ [name]: value })).toMatchObject({ [name]: value });
  });

  it.each([
    ['productType', 'PayOnly', 'PayOnly'],
    ['productType', undefined, 'PayAndShip'],
    ['placement', 'Checkout', 'Checkout'],
    ['placement', 'Footer', 'Other'],
    ['placement', undefined, 'Other'],
  ])('[3.18] %s %s of a cart is %s', async (name, value, expected) => {
    const given = name === 'productType' && value === undefined ? { productType: undefined } : {};
    expect(await shown(given, amazonPaySettings({ [name]: value }))).toMatchObject({ [name]: expected });
  });

  it('[4.21] ends where the flow ends, and nothing is begun', async () => {
    const sdk = fakeAmazon();
    const handlers = agreeingHandlers();
    handlers.vendorPageWanted.mockResolvedValue({
      kind: 'end',
      error: sheetError({ code: 'missing_token' }),
    });
    createAdapter(amazonPayParams()).open(SETUP, handlers);
    await eventually(() => {
      expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'failed', code: 'missing_token' });
    });
    expect(sdk.initCheckout).not.toHaveBeenCalled();
  });

  it.each([
    ['without a signature', amazonPaySettings({ createCheckoutSessionConfig: { payloadJSON: PAYLOAD } })],
    ['that are none', null],
  ])('[8.11] fails with settings %s', async (_, settings) => {
    const { handlers, initCheckout } = await pressed({}, settings);
    await eventually(() => {
      expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'failed', code: 'INIT_CHECKOUT' });
    });
    expect(initCheckout).not.toHaveBeenCalled();
  });

  it('[8.11] fails where Amazon’s script refuses the settings', async () => {
    const sdk = fakeAmazon();
    sdk.initCheckout.mockImplementation(() => {
      throw new Error('InvalidParameterValue');
    });
    const { handlers } = await pressed({}, amazonPaySettings(), sdk);
    await eventually(() => {
      expect(handlers.closed).toHaveBeenCalledExactlyOnceWith({ kind: 'failed', code: 'INIT_CHECKOUT' });
    });
  });

  it('[4.21] a page that goes meanwhile begins nothing', async () => {
    const { initCheckout } = fakeAmazon();
    const handlers = agreeingHandlers();
    const sheet = createAdapter(amazonPayParams()).open(SETUP, handlers);
    if (typeof sheet === 'string') throw new Error(sheet);
    sheet.close();
    await new Promise((resolve) => setTimeout(resolve));
    expect(initCheckout).not.toHaveBeenCalled();
    expect(handlers.closed).not.toHaveBeenCalled();
  });
});

describe('the settings from the server', () => {
  const call = (accessToken = 'token'): WalletCall => ({
    client: { request: () => Promise.reject(new Error('no API call')) },
    shop: { origin: 'https://shop.example', accessToken },
    cartId: 'gid://shopify/Cart/ZTOKEN?key=abc',
    checkoutUrl: 'https://shop.example/checkout/ZTOKEN?key=abc',
    options: { signal: never() },
  });
  const fetchSettings = (accessToken?: string) =>
    createAdapter({}).operations?.fetchSettings?.(call(accessToken));
  const server = (body: unknown, init?: ResponseInit) => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(answer(body, init)));
    vi.stubGlobal('fetch', fetched);
    return fetched;
  };
  const fault = (code: string, field: readonly string[] = []) => ({
    value: null,
    userErrors: [{ code, field, message: '' }],
  });

  it('[2.28] [7.13] are asked for the cart, with the token', async () => {
    const fetched = server(amazonPaySettings());
    expect(await fetchSettings()).toEqual({ value: amazonPaySettings(), userErrors: [] });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('https://shop.example/wallets/config/amazon_pay');
    expect(init?.method).toBe('POST');
    expect(new Headers(init?.headers).get('X-Shopify-Storefront-Access-Token')).toBe('token');
    expect(JSON.parse(init?.body as string)).toEqual({
      checkout_url: 'https://shop.example/checkout/ZTOKEN?key=abc',
      checkout_cancel_url: location.href,
      cart_id: 'gid://shopify/Cart/ZTOKEN?key=abc',
    });
  });

  it('[6.02] without a token are not even asked for', async () => {
    const fetched = server({});
    expect(await fetchSettings('')).toEqual(fault('missing_token'));
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    ['missing_token', 401, fault('missing_token')],
    ['empty_line_items', 200, fault('empty_line_items')],
    ['cart_not_found', 200, fault('cart_not_found')],
    ['payment_method_not_applicable', 200, fault('PAYMENT_METHOD_NOT_APPLICABLE')],
    ['currency_not_supported', 200, fault('PAYMENT_METHOD_NOT_APPLICABLE')],
    ['cart_completed', 200, fault('INVALID', ['cartId'])],
    ['cart_completing', 200, fault('INVALID', ['cartId'])],
  ])('[6.02] [7.13] are refused with %s', async (error, status, expected) => {
    server({ error }, { status });
    expect(await fetchSettings()).toEqual(expected);
  });

  it('[7.13] are not what an answer without a code says', async () => {
    server({}, { status: 500 });
    expect(await fetchSettings()).toEqual(fault('status_500'));
  });

  it('[7.13] a busy server is told apart', async () => {
    server({ error: 'busy' }, { status: 429 });
    await expect(fetchSettings()).rejects.toMatchObject({ failure: { kind: 'status', status: 429 } });
  });
});
