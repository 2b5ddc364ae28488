import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CART_CREATION_DEADLINE_MS, REDIRECT_REUSE_MS } from '../../constants.ts';
import { CHECKOUT_URL } from '../../test/api.ts';
import {
  costing,
  openSheet,
  payload,
  PLANNED,
  refused,
  scriptedServer,
  silence,
  snapshotFields,
  type Reply,
} from '../../test/sheet.ts';
import type { WalletAnswer, WalletCall, VendorPageRequest } from '../../wallets/protocol.ts';
import { INSTRUMENTS } from '../instruments.ts';

const FETCHED: VendorPageRequest = { isSupplied: false, preparesCart: false };
const SUPPLIED: VendorPageRequest = { isSupplied: true, preparesCart: false };
const CART = { kind: 'cart', cartId: 'gid://shopify/Cart/ZTOKEN?key=abc' } as const;
const SETTINGS = { merchantId: 'A1' };

type Fetch = (call: WalletCall) => Promise<WalletAnswer<unknown>>;
type Over = NonNullable<Parameters<typeof openSheet>[0]>;

const found: Fetch = () => Promise.resolve({ value: SETTINGS, userErrors: [] });
const refuses =
  (code: string, field: readonly string[] = []): Fetch =>
  () =>
    Promise.resolve({ value: null, userErrors: [{ code, field, message: '' }] });

function open(script: Record<string, Reply | readonly Reply[]> = {}, over: Over = {}, fetch = found) {
  const server = scriptedServer(script);
  const fetchSettings = vi.fn(fetch);
  const sheet = openSheet({ instrument: INSTRUMENTS.amazon_pay, ...over });
  // The same adapter, with an operation that the test answers.
  Object.assign(sheet.request.adapter.operations ?? {}, { fetchSettings });
  return { server, sheet, fetchSettings };
}

const prepared = (result: object): Reply => ({ result, userErrors: [] });
const notReady = (...codes: string[]): Reply =>
  prepared({ __typename: 'CartStatusNotReady', errors: codes.map((code) => ({ code, message: 'Ne.' })) });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the settings of a vendor’s page', () => {
  it('[4.21] are fetched after the cart, with its checkout', async () => {
    const { server, sheet, fetchSettings } = open();
    expect(await sheet.handlers.vendorPageWanted(FETCHED)).toEqual({ kind: 'settings', settings: SETTINGS });
    expect(server.names()).toEqual(['cartCreate']);
    expect(fetchSettings).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        checkoutUrl: CHECKOUT_URL,
        cartId: snapshotFields()['id'],
        shop: { origin: 'https://shop.example', accessToken: 't' },
      }),
    );
  });

  it('[4.21] are not fetched where the page has them: an existing cart is not even read', async () => {
    const { server, sheet, fetchSettings } = open({}, { source: CART });
    expect(await sheet.handlers.vendorPageWanted(SUPPLIED)).toEqual({ kind: 'settings', settings: null });
    expect(server.names()).toEqual([]);
    expect(fetchSettings).not.toHaveBeenCalled();
  });

  it('[4.21] where the page has them a product still needs a cart', async () => {
    const { server, sheet, fetchSettings } = open();
    expect(await sheet.handlers.vendorPageWanted(SUPPLIED)).toEqual({ kind: 'settings', settings: null });
    expect(server.names()).toEqual(['cartCreate']);
    expect(fetchSettings).not.toHaveBeenCalled();
  });

  it('[4.21] the cart is prepared only where that is wanted, and before they are fetched', async () => {
    const ready = prepared({ __typename: 'CartStatusReady' });
    const { server, sheet } = open({ cartPrepareForCompletion: ready }, { source: CART });
    await sheet.handlers.vendorPageWanted({ isSupplied: true, preparesCart: true });
    expect(server.names()).toEqual(['cart', 'cartPrepareForCompletion']);
  });

  it('[4.21] [7.05] what the buyer enters at the vendor’s may be missing yet', async () => {
    const cartPrepareForCompletion = notReady(
      'PAYMENTS_METHOD_REQUIRED',
      'DELIVERY_ADDRESS_REQUIRED',
      'BUYER_IDENTITY_EMAIL_REQUIRED',
      'NO_DELIVERY_GROUP_SELECTED',
    );
    const { sheet, fetchSettings } = open({ cartPrepareForCompletion });
    await sheet.handlers.vendorPageWanted({ isSupplied: false, preparesCart: true });
    expect(fetchSettings).toHaveBeenCalledOnce();
  });

  it.each<[string, Reply, string, string | undefined]>([
    ['sold out', notReady('MERCHANDISE_OUT_OF_STOCK', 'PAYMENTS_METHOD_REQUIRED'), 'dialog', undefined],
    ['the shop’s rule', notReady('VALIDATION_CUSTOM'), 'dialog', undefined],
    [
      'throttled',
      prepared({ __typename: 'CartThrottled', pollAfter: '2030-01-01T00:00:00Z' }),
      'navigate',
      `${CHECKOUT_URL}&storefront_wallet=true`,
    ],
  ])('[4.21] [7.05] a cart that cannot be bought goes nowhere: %s', async (_, reply, what, url) => {
    const { sheet, fetchSettings } = open({ cartPrepareForCompletion: reply });
    const ended = await sheet.handlers.vendorPageWanted({ isSupplied: false, preparesCart: true });
    expect(ended.kind).toBe('end');
    sheet.handlers.closed({ kind: 'failed', code: 'X' });
    expect(sheet.names()).toContain(what);
    if (url) expect(sheet.last('navigate')).toBe(url);
    expect(fetchSettings).not.toHaveBeenCalled();
  });

  it('[4.21] what costs nothing is ordered in the checkout', async () => {
    const free = payload({ cart: snapshotFields({ cost: costing('0.00') }) });
    const { sheet, fetchSettings } = open({ cartCreate: free });
    expect((await sheet.handlers.vendorPageWanted(FETCHED)).kind).toBe('end');
    expect(fetchSettings).not.toHaveBeenCalled();
    expect(sheet.last('navigate')).toBe(`${CHECKOUT_URL}&storefront_wallet=true`);
  });

  it('[4.21] [5.15] what renews is not free, though nothing is due now', async () => {
    const { nodes } = snapshotFields()['lines'] as { nodes: object[] };
    const lines = { nodes: nodes.map((line) => ({ ...line, sellingPlanAllocation: PLANNED })) };
    const free = payload({ cart: snapshotFields({ cost: costing('0.00'), lines }) });
    const { sheet } = open({ cartCreate: free }, { hasSellingPlan: true });
    expect((await sheet.handlers.vendorPageWanted(FETCHED)).kind).toBe('settings');
  });

  it('[4.21] a cart that cannot be made has none', async () => {
    const { sheet, fetchSettings } = open({ cartCreate: refused('MERCHANDISE_NOT_APPLICABLE') });
    expect((await sheet.handlers.vendorPageWanted(FETCHED)).kind).toBe('end');
    expect(fetchSettings).not.toHaveBeenCalled();
  });

  it('[8.02] of goods that the wallet does not sell there are none: the eligibility dialog', async () => {
    const { sheet } = open({}, {}, refuses('empty_line_items'));
    const ended = await sheet.handlers.vendorPageWanted(FETCHED);
    expect(ended).toMatchObject({ kind: 'end', error: { code: 'NOTHING_ELIGIBLE' } });
    sheet.handlers.closed({ kind: 'failed', code: 'NOTHING_ELIGIBLE' });
    expect(sheet.last('error')).toMatchObject({ reason: 'nothing_eligible' });
    expect(sheet.last('dialog')).toEqual({
      title: 'Peněženka Amazon Pay není k dispozici',
      text: 'Položky splňující podmínky pro Amazon Pay už váš košík neobsahuje.',
    });
  });

  it('[6.02] without a token: the wallet’s dialog', async () => {
    const { sheet } = open({}, {}, refuses('missing_token'));
    const ended = await sheet.handlers.vendorPageWanted(FETCHED);
    expect(ended).toMatchObject({ kind: 'end', error: { code: 'missing_token' } });
    sheet.handlers.closed({ kind: 'failed', code: 'missing_token' });
    expect(sheet.last('error')).toMatchObject({ reason: 'wallet_unavailable' });
    expect(sheet.last('dialog')).toMatchObject({ title: 'Peněženka Amazon Pay není k dispozici' });
  });

  it.each([
    [
      'cannot be paid so',
      refuses('PAYMENT_METHOD_NOT_APPLICABLE'),
      '&wallet_payment_method_not_applicable=true',
    ],
    ['is ordered elsewhere', refuses('INVALID', ['cartId']), '&wallet_cart_not_ready=true'],
  ])('[4.21] [5.01] a cart that %s goes to the checkout', async (_, fetch, flag) => {
    const { sheet } = open({}, {}, fetch);
    await sheet.handlers.vendorPageWanted(FETCHED);
    expect(sheet.last('navigate')).toBe(`${CHECKOUT_URL}&storefront_wallet=true${flag}`);
  });

  it('[8.11] an answer that does not come: the wallet’s dialog', async () => {
    const { sheet } = open({}, {}, () => new Promise(() => undefined));
    const asked = sheet.handlers.vendorPageWanted(FETCHED);
    await vi.advanceTimersByTimeAsync(CART_CREATION_DEADLINE_MS);
    expect(await asked).toMatchObject({ kind: 'end', error: { code: 'TIMEOUT' } });
    sheet.handlers.closed({ kind: 'failed', code: 'TIMEOUT' });
    expect(sheet.last('dialog')).toMatchObject({ title: 'Peněženka Amazon Pay není k dispozici' });
  });

  it('[4.21] an element that is removed meanwhile ends it without a word', async () => {
    const { sheet } = open({ cartCreate: silence });
    const asked = sheet.handlers.vendorPageWanted(FETCHED);
    sheet.leaving.abort();
    expect((await asked).kind).toBe('end');
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
  });
});

describe('a buyer who goes to the vendor’s page', () => {
  it('[4.21] cannot press again until the page is gone, and nothing more is told', async () => {
    const { sheet } = open();
    await sheet.handlers.vendorPageWanted(FETCHED);
    sheet.handlers.closed({ kind: 'left' });
    expect(sheet.lock.tryAcquire()).toBeNull();
    window.dispatchEvent(new Event('pagehide'));
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
    expect(sheet.lock.tryAcquire()).not.toBeNull();
    expect(sheet.metrics).toEqual([]);
  });

  it('[4.21] can press again if the page never goes', async () => {
    const { sheet } = open();
    await sheet.handlers.vendorPageWanted(FETCHED);
    sheet.handlers.closed({ kind: 'left' });
    await vi.advanceTimersByTimeAsync(REDIRECT_REUSE_MS);
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
  });

  it('[7.17] what the adapter still does ends with the button', () => {
    const { sheet } = open();
    sheet.handlers.closed({ kind: 'left' });
    expect(sheet.close).not.toHaveBeenCalled();
    sheet.leaving.abort();
    expect(sheet.close).toHaveBeenCalledOnce();
  });
});
