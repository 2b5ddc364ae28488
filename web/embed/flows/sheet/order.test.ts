import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, CHECKOUT_URL } from '../../test/api.ts';
import {
  authorisation,
  contact,
  openSheet,
  payload,
  refused,
  scriptedServer,
  snapshotFields,
  submitted,
  type Reply,
} from '../../test/sheet.ts';
import { INSTRUMENTS } from '../instruments.ts';

const toCheckout = (flag = '') => `${CHECKOUT_URL}&storefront_wallet=true${flag}`;
const NOT_READY = toCheckout('&wallet_cart_not_ready=true');

/** Opens a sheet and has it show an address's totals. */
async function shown(script: Record<string, Reply | readonly Reply[]> = {}) {
  const server = scriptedServer(script);
  const sheet = openSheet();
  await sheet.handlers.opened();
  await sheet.handlers.addressSelected(contact());
  return { server, sheet };
}

/** What a submission leads to: the reply, and the page that the buyer is then led to. */
async function ordered(cartSubmitForCompletion: Reply) {
  const { sheet } = await shown({ cartSubmitForCompletion });
  const reply = await sheet.handlers.authorised(authorisation());
  sheet.handlers.closed({ kind: reply.kind === 'complete' ? 'completed' : 'cancelled' });
  return { reply, url: sheet.last('navigate') };
}

/** Goods that are not shipped, in a sheet that asks for no address. */
async function download() {
  const line = {
    quantity: 1,
    discountAllocations: [],
    merchandise: { requiresShipping: false },
    sellingPlanAllocation: null,
  };
  const reply = payload({
    cart: snapshotFields({ lines: { nodes: [line] }, deliveryGroups: { nodes: [] } }),
  });
  const changes = ['cartCreate', 'cartBuyerIdentityUpdate', 'cartPaymentUpdate'];
  const server = scriptedServer(Object.fromEntries(changes.map((name) => [name, reply])));
  const sheet = openSheet({ instrument: INSTRUMENTS.apple_pay, requiresShipping: false });
  await sheet.handlers.opened();
  return { server, sheet };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('[4.23] where an order leads', () => {
  it.each([
    ['a page on the web', 'https://shop.example/orders/1', 'https://shop.example/orders/1'],
    ['a page of a shop in development', 'http://localhost:3000/orders/1', 'http://localhost:3000/orders/1'],
    ['a script', 'javascript:alert(1)//https://shop.example', toCheckout()],
    ['a path', '/orders/1', toCheckout()],
    ['another scheme', 'httpsx://shop.example', toCheckout()],
    ['nothing', '', toCheckout()],
  ])('%s', async (_, redirectUrl, url) => {
    expect(await ordered(submitted('SubmitSuccess', { redirectUrl }))).toEqual({
      reply: { kind: 'complete' },
      url,
    });
  });
});

describe('a submission that fails', () => {
  const failed = (...codes: string[]) =>
    submitted('SubmitFailed', { checkoutUrl: null, errors: codes.map((code) => ({ code, message: 'x' })) });
  const denied = (...codes: (string | null)[]) => ({
    result: null,
    userErrors: codes.map((code) => ({ code, field: ['cartId'], message: 'x' })),
  });

  it.each<[string, Reply, string | undefined]>([
    ['without a reason', failed(), NOT_READY],
    ['as the server has not finished', failed('PENDING_DELIVERY_GROUPS'), NOT_READY],
    [
      'as the tax is another',
      failed('PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED'),
      toCheckout('&wallet_dynamic_tax=true'),
    ],
    ['as the cart is closed', denied('INVALID'), NOT_READY],
    ['as the call makes no sense, without a reason', denied(), NOT_READY],
    ['for a reason that nobody knows', denied('STRANGE'), undefined],
    ['for a reason without a code', denied(null), undefined],
  ])('[4.23] [8.03] %s', async (_, reply, url) => {
    const ending = await ordered(reply);
    expect(ending.reply).toMatchObject({ kind: 'end' });
    expect(ending.url).toBe(url);
  });

  it('[4.23] because of the call itself is shown in the sheet where the buyer can mend it', async () => {
    const { reply } = await ordered(denied('PAYMENT_CARD_DECLINED'));
    expect(reply).toMatchObject({
      kind: 'show_error',
      errors: [{ code: 'PAYMENT_CARD_DECLINED', subject: 'payment' }],
    });
  });

  it('[8.11] as one of two lines is sold out leads to the checkout, which shows the other', async () => {
    const { nodes } = snapshotFields()['lines'] as { nodes: object[] };
    const two = payload({ cart: snapshotFields({ lines: { nodes: [...nodes, ...nodes] } }) });
    const { sheet } = await shown({
      cartCreate: two,
      cartBuyerIdentityUpdate: two,
      cartPaymentUpdate: two,
      cartSubmitForCompletion: failed('MERCHANDISE_OUT_OF_STOCK'),
    });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('&wallet_not_enough_stock=true'));
  });
});

describe('an authorisation', () => {
  it.each([
    [{ billing: null }, 'BILLING_ADDRESS_REQUIRED', 'billing', 'errors.invalid.billing_address'],
    [
      { billing: null, shipping: null },
      'BILLING_ADDRESS_REQUIRED',
      'billing',
      'errors.invalid.billing_address',
    ],
    [{ shipping: null }, 'SHIPPING_ADDRESS_REQUIRED', 'shipping', 'errors.invalid.shipping_address'],
  ])('[5.05] [5.11] that lacks %j tells the server nothing', async (lacking, code, subject, messageKey) => {
    const { server, sheet } = await shown();
    const before = server.calls.length;
    expect(await sheet.handlers.authorised(authorisation(lacking))).toMatchObject({
      kind: 'show_error',
      errors: [{ code, subject, messageKey }],
    });
    expect(server.calls).toHaveLength(before);
  });

  it.each([
    [true, 'show_error'],
    [false, 'complete'],
  ])('[5.11] without an e-mail, where the wallet gives one (%s): %s', async (emailRequired, kind) => {
    scriptedServer();
    const sheet = openSheet({ emailRequired });
    await sheet.handlers.opened();
    await sheet.handlers.addressSelected(contact());
    expect(await sheet.handlers.authorised(authorisation({ email: null }))).toMatchObject({ kind });
  });

  it('[4.22] selects the option that the buyer agreed to', async () => {
    const { server, sheet } = await shown();
    expect(server.names()).not.toContain('cartSelectedDeliveryOptionsUpdate');
    await sheet.handlers.authorised(authorisation({ optionId: 'posta' }));
    expect(
      server.calls.find(({ name }) => name === 'cartSelectedDeliveryOptionsUpdate')?.variables,
    ).toMatchObject({
      selectedDeliveryOptions: [{ deliveryGroupId: 'group-1', deliveryOptionHandle: 'posta' }],
    });
  });

  it('[4.23] of goods that are not shipped: neither an address nor an option of the wallet counts', async () => {
    const { server, sheet } = await download();
    const before = server.calls.length;
    const wallet = authorisation({ billing: contact({ country: 'SK' }), optionId: 'ppl' });
    expect(await sheet.handlers.authorised(wallet)).toEqual({ kind: 'complete' });
    expect(server.names().slice(before)).toEqual([
      'cartBuyerIdentityUpdate',
      'cartPaymentUpdate',
      'cartSubmitForCompletion',
    ]);
    const identity = server.calls[before]?.variables['buyerIdentity'];
    expect(identity).toMatchObject({ countryCode: 'SK' });
    expect(identity).not.toHaveProperty('deliveryAddressPreferences');
  });

  it('[5.07] names the zones as the countries do that it tells of', async () => {
    const zone = refused('ADDRESS_FIELD_IS_REQUIRED', ['billingAddress', 'province']);
    const parcel = refused('ADDRESS_FIELD_IS_REQUIRED', ['deliveryAddress', 'province']);
    const keys = async (faulty: Reply, over: Parameters<typeof authorisation>[0]) => {
      const { sheet } = await shown({ cartPaymentUpdate: faulty });
      const reply = await sheet.handlers.authorised(authorisation(over));
      return reply.kind === 'show_error' && reply.errors.map(({ messageKey }) => messageKey);
    };
    const emirates = contact({ country: 'AE' });
    expect(await keys(zone, { billing: emirates })).toEqual(['errors.missing.emirate']);
    expect(await keys(zone, { shipping: emirates })).toEqual(['errors.missing.zone']);
    expect(await keys(parcel, { shipping: emirates })).toEqual(['errors.missing.emirate']);
    expect(await keys(parcel, { billing: emirates })).toEqual(['errors.missing.zone']);
  });

  it('[4.23] does not go on after a call that failed', async () => {
    const { server, sheet } = await shown({
      cartBuyerIdentityUpdate: [payload(), () => Promise.resolve(answer({}, { status: 500 }))],
    });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({ kind: 'end' });
    expect(server.names()).not.toContain('cartPaymentUpdate');
  });
});
