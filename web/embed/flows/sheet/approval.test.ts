import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SUBMISSION_REPEAT_WAIT_MS } from '../../constants.ts';
import { answer, CHECKOUT_URL } from '../../test/api.ts';
import {
  costing,
  openSheet,
  payload,
  refused,
  scriptedServer,
  silence,
  snapshotFields,
  type Reply,
  PLANNED,
} from '../../test/sheet.ts';
import { INSTRUMENTS } from '../instruments.ts';
import { redirectUrl } from '../redirect.ts';
import type { BuyerDetails } from '../../wallets/protocol.ts';

const PAYPAL = INSTRUMENTS.paypal;
const WISH = { fundingSource: 'PAYPAL', billingAgreement: false };
const MADE = { token: 'ORDER-1', userErrors: [] };
const REFUSED = { code: 'INVALID_PAYMENT', field: [], message: 'Zpráva' };
const ADDRESS = {
  firstName: 'Jana',
  lastName: 'Nováková',
  company: null,
  address1: 'Dlouhá 1',
  address2: null,
  city: 'Praha',
  zip: '110 00',
  provinceCode: null,
  countryCodeV2: 'CZ',
  phone: '+420777123456',
};
/** What the server says of a variable that is none of those that there are. */
const notOfType = (name: string, type: string): Reply => {
  const message = `could not coerce variable ${name}: "XX" to type ${type}`;
  return () => Promise.resolve(answer({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }));
};
const details = (over: Record<string, unknown> = {}): Reply => ({
  details: {
    email: 'jana@example.cz',
    payerId: 'PAYER',
    expiresAt: '2030-01-01T00:00:00.000Z',
    remoteOrderId: 'ORDER-1',
    destinationAddress: ADDRESS,
    billingAddress: { ...ADDRESS, address1: null, zip: null },
    ...over,
  },
  userErrors: [],
});
const content = ({ payerId, remoteOrderId }: BuyerDetails) => ({
  input: 'paypalWalletContent',
  fields: { payerId, token: remoteOrderId },
});

/** The lines of the cart under a plan. */
function planned(): { nodes: object[] } {
  const { nodes } = snapshotFields()['lines'] as { nodes: object[] };
  return { nodes: nodes.map((line) => ({ ...line, sellingPlanAllocation: PLANNED })) };
}

type Script = Record<string, Reply | readonly Reply[]>;

function open(script: Script = {}, over: NonNullable<Parameters<typeof openSheet>[0]> = {}) {
  const server = scriptedServer({ paypalTokenCreate: MADE, paypalBuyerDetailsFetch: details(), ...script });
  return { server, sheet: openSheet({ instrument: PAYPAL, ...over }) };
}

/** A window in which the buyer sees an order. */
async function ordered(script: Script = {}) {
  const opened = open(script);
  await opened.sheet.handlers.orderWanted(WISH);
  return opened;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an order for a wallet’s window', () => {
  it('[4.19] [7.09] makes the cart first, then its order', async () => {
    const { server, sheet } = open();
    expect(await sheet.handlers.orderWanted(WISH)).toEqual({ kind: 'ordered', token: 'ORDER-1' });
    expect(server.names()).toEqual(['cartCreate', 'paypalTokenCreate']);
    expect(server.calls[1]?.variables).toMatchObject(WISH);
  });

  it('[4.19] takes the cart that there is', async () => {
    const source = { kind: 'cart', cartId: 'gid://shopify/Cart/ZTOKEN?key=abc' } as const;
    const { server, sheet } = open({}, { source });
    await sheet.handlers.orderWanted(WISH);
    expect(server.names()).toEqual(['cart', 'paypalTokenCreate']);
  });

  it('[4.19] what costs nothing goes to the checkout without one', async () => {
    const free = payload({ cart: snapshotFields({ cost: costing('0.00') }) });
    const { server, sheet } = open({ cartCreate: free });
    expect((await sheet.handlers.orderWanted(WISH)).kind).toBe('end');
    expect(server.names()).toEqual(['cartCreate']);
    expect(sheet.last('navigate')).toContain(CHECKOUT_URL.split('?')[0]);
  });

  it('[4.19] [5.15] what renews has one, though it costs nothing', async () => {
    const free = payload({ cart: snapshotFields({ cost: costing('0.00'), lines: planned() }) });
    const { server, sheet } = open({ cartCreate: free }, { hasSellingPlan: true });
    const wish = { ...WISH, billingAgreement: true };
    expect(await sheet.handlers.orderWanted(wish)).toEqual({ kind: 'ordered', token: 'ORDER-1' });
    expect(server.calls[1]?.variables).toMatchObject(wish);
  });

  it.each<[string, Reply]>([
    ['PayPal gives none', { token: null, userErrors: [REFUSED] }],
    ['the server fails', () => Promise.resolve(new Response('', { status: 500 }))],
  ])('[4.20] [8.11] %s: the generic dialog once the window is gone', async (_, paypalTokenCreate) => {
    const { sheet } = open({ paypalTokenCreate });
    expect((await sheet.handlers.orderWanted(WISH)).kind).toBe('end');
    sheet.handlers.closed({ kind: 'failed', code: 'X' });
    expect(sheet.last('dialog')).toMatchObject({ title: 'Peněženka PayPal není k dispozici' });
    expect(sheet.names()).not.toContain('navigate');
  });

  it.each<[string, Reply]>([
    [
      'cart',
      () => Promise.resolve(answer({ data: { cartCreate: { cart: null, userErrors: [], warnings: [] } } })),
    ],
    ['language', notOfType('language', 'LanguageCode')],
    ['country', notOfType('country', 'CountryCode')],
  ])('[8.06] no such %s: reported, and not said', async (_, cartCreate) => {
    const { sheet } = open({ cartCreate });
    expect((await sheet.handlers.orderWanted(WISH)).kind).toBe('end');
    sheet.handlers.closed({ kind: 'failed', code: 'X' });
    expect(sheet.last('error')).toMatchObject({ instrument: 'PayPal', reason: 'checkout_unavailable' });
    expect(sheet.names()).not.toContain('dialog');
    expect(sheet.names()).not.toContain('navigate');
  });

  it('[8.06] a cart that was ordered in another tab: the wallet’s dialog', async () => {
    const source = { kind: 'cart', cartId: 'gid://shopify/Cart/ZTOKEN?key=abc' } as const;
    const { sheet } = open({ cart: () => Promise.resolve(answer({ data: { cart: null } })) }, { source });
    expect((await sheet.handlers.orderWanted(WISH)).kind).toBe('end');
    sheet.handlers.closed({ kind: 'failed', code: 'X' });
    expect(sheet.last('dialog')).toMatchObject({ title: 'Peněženka PayPal není k dispozici' });
  });

  it('[4.07] [8.03] a cart that PayPal does not take goes to the checkout', async () => {
    const userErrors = [{ ...REFUSED, code: 'PAYMENT_METHOD_NOT_APPLICABLE', field: ['cartId'] }];
    const { sheet } = open({ paypalTokenCreate: { token: null, userErrors } });
    await sheet.handlers.orderWanted(WISH);
    expect(sheet.last('navigate')).toContain('wallet_payment_method_not_applicable=true');
  });
});

describe('a cart that cannot be bought like that', () => {
  const soldOut = payload({
    cart: { ...snapshotFields(), lines: { nodes: [] } },
    warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }],
  });

  it('[8.03] [8.06] [8.11] sold out: shown after the window has closed', async () => {
    const { server, sheet } = open({ cartCreate: soldOut });
    expect((await sheet.handlers.orderWanted(WISH)).kind).toBe('end');
    sheet.handlers.closed({ kind: 'failed', code: 'X' });
    expect(sheet.last('error')).toMatchObject({ reason: 'out_of_stock' });
    expect(sheet.last('dialog')).toMatchObject({ text: 'Tato položka již není k dispozici.' });
    expect(server.names()).toEqual(['cartCreate']);
  });

  it('[8.02] [8.03] [8.10] the shop’s own rule: its words in the wallet’s dialog', async () => {
    const { sheet } = open({ cartCreate: refused('VALIDATION_CUSTOM', ['lines'], 'Nejvýše dva kusy.') });
    await sheet.handlers.orderWanted(WISH);
    sheet.handlers.closed({ kind: 'failed', code: 'X' });
    expect(sheet.last('dialog')).toEqual({
      title: 'Peněženka PayPal není k dispozici',
      text: 'Nejvýše dva kusy.',
    });
    expect(sheet.names()).not.toContain('navigate');
  });

  it.each([
    ['MERCHANDISE_EXPECTED_PRICE_MISMATCH', 'wallet_dynamic_tax'],
    ['MERCHANDISE_NOT_FOUND', 'wallet_cart_not_ready'],
    ['MERCHANDISE_NOT_APPLICABLE', 'wallet_cart_not_ready'],
    ['PAYMENTS_METHOD_REQUIRED', 'wallet_payment_method_not_applicable'],
    ['PAYMENTS_METHOD_UNAVAILABLE', 'wallet_payment_method_not_applicable'],
    ['CAPTCHA_COMPLETION_REQUIRED', 'wallet_captcha_required'],
    ['MERCHANDISE_NOT_ENOUGH_STOCK', 'wallet_not_enough_stock'],
    ['LOCALIZATION_EXTENSION_FIELD_ERROR', 'wallet_localization_extension_field_error'],
  ])('[8.03] [8.06] [8.10] %s leads to the checkout, before and after the approval', async (code, flag) => {
    const before = open({ cartCreate: refused(code, ['lines']) });
    expect((await before.sheet.handlers.orderWanted(WISH)).kind).toBe('end');
    expect(before.sheet.last('navigate')).toContain(`${flag}=true`);
    const after = await ordered({ cartPaymentUpdate: refused(code, ['payment']) });
    expect((await after.sheet.handlers.approved('ORDER-1', content)).kind).toBe('end');
    expect(after.sheet.last('navigate')).toContain(`${flag}=true`);
    expect(after.sheet.names()).not.toContain('dialog');
  });

  it('[8.03] [8.10] INVALID_PAYMENT is asked again, then the cart is not ready', async () => {
    const { server, sheet } = await ordered({ cartPaymentUpdate: refused('INVALID_PAYMENT', ['payment']) });
    const approved = sheet.handlers.approved('ORDER-1', content);
    await vi.runAllTimersAsync();
    expect((await approved).kind).toBe('end');
    expect(server.names().filter((name) => name === 'cartPaymentUpdate').length).toBeGreaterThan(1);
    expect(sheet.last('navigate')).toContain('wallet_cart_not_ready=true');
  });
});

describe('what the buyer has approved', () => {
  it('[4.19] [3.13] details, identity, payment, checkout; nothing is submitted or forgotten', async () => {
    const { server, sheet } = await ordered();
    expect(await sheet.handlers.approved('ORDER-1', content)).toEqual({ kind: 'complete' });
    expect(server.names().slice(2)).toEqual([
      'paypalBuyerDetailsFetch',
      'cartBuyerIdentityUpdate',
      'cartPaymentUpdate',
    ]);
    expect(server.calls[3]?.variables['buyerIdentity']).toMatchObject({
      email: 'jana@example.cz',
      phone: '+420777123456',
      countryCode: 'CZ',
      deliveryAddressPreferences: [{ deliveryAddress: { address1: 'Dlouhá 1', zip: '110 00' } }],
    });
    // A billing address of a country alone is none.
    expect(server.calls[4]?.variables['payment']).toEqual({
      amount: { amount: '1389.00', currencyCode: 'CZK' },
      walletPaymentMethod: {
        paypalWalletContent: { payerId: 'PAYER', token: 'ORDER-1', billingAddress: {} },
      },
    });
    expect(sheet.last('navigate')).toContain('storefront_wallet=true');
    sheet.handlers.closed({ kind: 'completed' });
    expect(server.names()).not.toContain('cartRemovePersonalData');
  });

  it('an approval without a cart ends at once', async () => {
    const { server, sheet } = open();
    expect((await sheet.handlers.approved('ORDER-1', content)).kind).toBe('end');
    expect(server.names()).toEqual([]);
    sheet.handlers.closed({ kind: 'completed' });
    expect(sheet.names()).toContain('dialog');
  });

  it('[4.19] a cart that has become free is paid by nothing', async () => {
    const free = payload({ cart: snapshotFields({ cost: costing('0.00') }) });
    const { server, sheet } = await ordered({ cartBuyerIdentityUpdate: free });
    await sheet.handlers.approved('ORDER-1', content);
    expect(server.calls.at(-1)?.variables['payment']).toMatchObject({ freePaymentMethod: {} });
  });

  it('[4.19] the network is gone for a moment: asked again, and found', async () => {
    const { server, sheet } = await ordered({
      paypalBuyerDetailsFetch: [new TypeError('gone'), new TypeError('gone'), details()],
    });
    const approved = sheet.handlers.approved('ORDER-1', content);
    await vi.runAllTimersAsync();
    expect(await approved).toEqual({ kind: 'complete' });
    expect(server.names().filter((name) => name === 'paypalBuyerDetailsFetch')).toHaveLength(3);
  });

  it('[4.19] not known in time: the checkout, which finds the order', async () => {
    const { sheet } = await ordered({ paypalBuyerDetailsFetch: silence });
    const approved = sheet.handlers.approved('ORDER-1', content);
    await vi.runAllTimersAsync();
    expect((await approved).kind).toBe('end');
    expect(sheet.last('navigate')).toContain('wallet_cart_not_ready=true');
    expect(sheet.names()).not.toContain('dialog');
  });

  it('[4.19] [8.03] an address to mend is mended in the checkout', async () => {
    const { sheet } = await ordered({
      cartBuyerIdentityUpdate: refused('DELIVERY_ADDRESS_REQUIRED', ['buyerIdentity']),
    });
    await sheet.handlers.approved('ORDER-1', content);
    expect(sheet.last('navigate')).toContain('wallet_cart_not_ready=true');
  });
});

describe('[4.19] who has approved', () => {
  const HOME = { ...ADDRESS, phone: null };
  const COUNTRY = { countryCodeV2: 'SK' };
  const preference = { deliveryAddressValidationStrategy: 'COUNTRY_CODE_ONLY' };

  it.each([
    [
      'a destination without a phone: no other phone takes its place',
      { destinationAddress: HOME, billingAddress: { ...ADDRESS, countryCodeV2: 'SK' } },
      { email: 'jana@example.cz', countryCode: 'CZ' },
      true,
    ],
    [
      'an account’s country alone, which is no destination',
      { destinationAddress: null, billingAddress: COUNTRY },
      { email: 'jana@example.cz', countryCode: 'SK' },
      false,
    ],
    [
      'an e-mail alone',
      { destinationAddress: null, billingAddress: null },
      { email: 'jana@example.cz' },
      false,
    ],
    ['nobody who says anything', { email: null, destinationAddress: null, billingAddress: null }, {}, false],
  ])('%s', async (_, over, identity, isDelivered) => {
    const { server, sheet } = await ordered({ paypalBuyerDetailsFetch: details(over) });
    expect(await sheet.handlers.approved('ORDER-1', content)).toEqual({ kind: 'complete' });
    const { deliveryAddressPreferences: preferences, ...told } = server.calls[3]?.variables[
      'buyerIdentity'
    ] as Record<string, unknown>;
    expect(told).toEqual(identity);
    if (isDelivered) expect(preferences).toMatchObject([preference]);
    else expect(preferences).toBeUndefined();
  });

  it('an account’s own address is the one that pays', async () => {
    const { server, sheet } = await ordered({
      paypalBuyerDetailsFetch: details({ billingAddress: ADDRESS }),
    });
    await sheet.handlers.approved('ORDER-1', content);
    expect(server.calls[4]?.variables['payment']).toMatchObject({
      walletPaymentMethod: {
        paypalWalletContent: { billingAddress: { address1: 'Dlouhá 1', city: 'Praha' } },
      },
    });
  });

  it('what does not suffice to pay is not paid: the checkout asks for the rest', async () => {
    const { server, sheet } = await ordered();
    expect(await sheet.handlers.approved('ORDER-1', () => null)).toEqual({ kind: 'complete' });
    expect(server.names().slice(2)).toEqual(['paypalBuyerDetailsFetch', 'cartBuyerIdentityUpdate']);
    expect(sheet.last('navigate')).toBe(redirectUrl(CHECKOUT_URL, { reason: null }));
  });

  it('is not paid where the goods are sold out', async () => {
    const soldOut = payload({
      cart: { ...snapshotFields(), lines: { nodes: [] } },
      warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }],
    });
    const { server, sheet } = await ordered({ cartBuyerIdentityUpdate: soldOut });
    expect((await sheet.handlers.approved('ORDER-1', content)).kind).toBe('end');
    expect(server.names()).not.toContain('cartPaymentUpdate');
  });
});

describe('[4.19] [8.06] a call that is refused is not repeated', () => {
  it.each<[string, Record<string, Reply>]>([
    ['the details, for a reason', { paypalBuyerDetailsFetch: { details: null, userErrors: [REFUSED] } }],
    [
      'the details, by the server',
      { paypalBuyerDetailsFetch: () => Promise.resolve(new Response('', { status: 401 })) },
    ],
    [
      'the payment, by the server',
      { cartPaymentUpdate: () => Promise.resolve(new Response('', { status: 401 })) },
    ],
  ])('%s', async (_, script) => {
    const { server, sheet } = await ordered(script);
    expect((await sheet.handlers.approved('ORDER-1', content)).kind).toBe('end');
    for (const name of Object.keys(script))
      expect(server.names().filter((each) => each === name)).toHaveLength(1);
    sheet.handlers.closed({ kind: 'failed', code: 'X' });
    expect(sheet.last('dialog')).toMatchObject({ title: 'Peněženka PayPal není k dispozici' });
  });

  it('while one without an answer is, after a while', async () => {
    const { server, sheet } = await ordered({
      paypalBuyerDetailsFetch: [() => Promise.resolve(new Response('', { status: 502 })), details()],
    });
    const fetches = () => server.names().filter((name) => name === 'paypalBuyerDetailsFetch').length;
    const approved = sheet.handlers.approved('ORDER-1', content);
    await vi.advanceTimersByTimeAsync(SUBMISSION_REPEAT_WAIT_MS - 1);
    expect(fetches()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetches()).toBe(2);
    expect(await approved).toEqual({ kind: 'complete' });
  });
});

describe('an approval of which the server makes nothing', () => {
  it.each<[string, Reply]>([
    ['the account’s country is none that there is', notOfType('buyerIdentity', 'CountryCode')],
    ['the cart is there no longer', payload({ cart: null })],
  ])('[4.19] [8.06] %s: the checkout, never silence', async (_, cartBuyerIdentityUpdate) => {
    const { sheet } = await ordered({ cartBuyerIdentityUpdate });
    expect((await sheet.handlers.approved('ORDER-1', content)).kind).toBe('end');
    expect(sheet.last('navigate')).toContain('wallet_cart_not_ready=true');
    expect(sheet.names()).not.toContain('error');
  });
});

describe('an approval that outlives its element', () => {
  it('[4.19] [B.03] leads to the checkout where there is something to mend, too', async () => {
    const { sheet } = await ordered({
      cartBuyerIdentityUpdate: refused('DELIVERY_ADDRESS_REQUIRED', ['buyerIdentity']),
    });
    const approved = sheet.handlers.approved('ORDER-1', content);
    sheet.leaving.abort();
    await vi.runAllTimersAsync();
    expect((await approved).kind).toBe('end');
    expect(sheet.last('navigate')).toContain('wallet_cart_not_ready=true');
  });
});

describe('the window closes', () => {
  it('[4.20] by the buyer while its order fails: nothing is said', async () => {
    const { sheet } = open({ paypalTokenCreate: { token: null, userErrors: [REFUSED] } });
    await sheet.handlers.orderWanted(WISH);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.names()).not.toContain('dialog');
    expect(sheet.names()).not.toContain('error');
    expect(sheet.lock.tryAcquire()).not.toBeNull();
  });

  it('[4.14] [4.20] cancelled: only a metric is sent, no data are removed', async () => {
    document.cookie = '_tracking_consent=3A; path=/';
    const { server, sheet } = await ordered();
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.names()).not.toContain('dialog');
    expect(server.names()).not.toContain('cartRemovePersonalData');
    expect(sheet.metrics).toEqual([{ instrument: 'PayPal', metric: 'sheet_cancelled', visitorId: null }]);
    document.cookie = '_tracking_consent=; path=/; max-age=0';
  });

  it('[4.19] [4.20] blocked: said by its name, with the checkout of the cart that is made as the way on', async () => {
    const { sheet } = open();
    const order = sheet.handlers.orderWanted(WISH);
    sheet.handlers.closed({ kind: 'blocked' });
    expect(sheet.names()).not.toContain('dialog');
    await order;
    await vi.runAllTimersAsync();
    expect(sheet.last('error')).toMatchObject({ reason: 'window_blocked' });
    expect(sheet.last('dialog')).toMatchObject({
      title: 'Okno služby PayPal se neotevřelo',
      link: { label: 'Pokračovat do pokladny', url: redirectUrl(CHECKOUT_URL, { reason: null }) },
    });
    expect(sheet.names()).not.toContain('navigate');
    expect(sheet.lock.tryAcquire()).not.toBeNull();
  });

  it('[4.20] blocked, and no cart to be had: said all the same, without a way on', async () => {
    const { sheet } = open({ cartCreate: silence });
    sheet.handlers.closed({ kind: 'blocked' });
    await vi.runAllTimersAsync();
    expect(sheet.last('dialog')).toMatchObject({ title: 'Okno služby PayPal se neotevřelo' });
    expect(sheet.last('dialog')).not.toHaveProperty('link');
    expect(sheet.lock.tryAcquire()).not.toBeNull();
  });

  it('[4.20] blocked, and the goods are sold out: the dialog says so', async () => {
    const soldOut = { ...snapshotFields(), lines: { nodes: [] } };
    const { sheet } = open({
      cartCreate: payload({ cart: soldOut, warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }] }),
    });
    sheet.handlers.closed({ kind: 'blocked' });
    await vi.runAllTimersAsync();
    expect(sheet.last('error')).toMatchObject({ reason: 'out_of_stock' });
  });

  it('[4.20] blocked, and the page is left: nothing is shown', async () => {
    const { sheet } = open();
    sheet.handlers.closed({ kind: 'blocked' });
    sheet.leaving.abort();
    await vi.runAllTimersAsync();
    expect(sheet.names()).not.toContain('dialog');
  });
});
