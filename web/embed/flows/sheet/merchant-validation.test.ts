import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CART_CREATION_DEADLINE_MS, COMPLETION_GRACE_MS } from '../../constants.ts';
import { CHECKOUT_URL } from '../../test/api.ts';
import {
  authorisation,
  contact,
  openSheet,
  payload,
  refused,
  scriptedServer,
  silence,
  snapshotFields,
  submitted,
  type Reply,
} from '../../test/sheet.ts';
import { INSTRUMENTS } from '../instruments.ts';

const APPLE_PAY = INSTRUMENTS.apple_pay;
const URL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
const SESSION = { nonce: 'n', signature: 's' };
const VALIDATED = { body: JSON.stringify(SESSION), userErrors: [] };
const WALLET_TITLE = 'Peněženka Apple Pay není k dispozici';

function open(
  script: Record<string, Reply | readonly Reply[]> = {},
  over: NonNullable<Parameters<typeof openSheet>[0]> = {},
) {
  const server = scriptedServer({ applePaySessionCreate: VALIDATED, ...script });
  return { server, sheet: openSheet({ instrument: APPLE_PAY, ...over }) };
}

/** Opens a sheet and has it show an address's totals. */
async function shown(script: Record<string, Reply | readonly Reply[]> = {}) {
  const opened = open(script);
  await opened.sheet.handlers.merchantValidation(URL);
  await opened.sheet.handlers.addressSelected(contact());
  return opened;
}

const withWarning = (code: string): Reply => payload({ warnings: [{ code }] });
const status = (code: number) => () => Promise.resolve(new Response('', { status: code }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('merchant validation', () => {
  it('[4.10] [4.11] makes the cart first, then hands out the session untouched', async () => {
    const { server, sheet } = open();
    expect(await sheet.handlers.merchantValidation(URL)).toEqual({ kind: 'validated', session: SESSION });
    expect(server.names()).toEqual(['cartCreate', 'applePaySessionCreate']);
    expect(server.calls[1]?.variables).toMatchObject({ validationUrl: URL });
  });

  it('[4.11] takes the cart that there is', async () => {
    const source = { kind: 'cart', cartId: 'gid://shopify/Cart/ZTOKEN?key=abc' } as const;
    const { server, sheet } = open({}, { source });
    await sheet.handlers.merchantValidation(URL);
    expect(server.names()).toEqual(['cart', 'applePaySessionCreate']);
  });

  it.each<[string, string, Record<string, Reply>]>([
    ['cart_not_ready', '&wallet_cart_not_ready=true', { cartCreate: refused('MERCHANDISE_NOT_APPLICABLE') }],
    ['cart_throttled', '', { applePaySessionCreate: status(429) }],
    [
      'not_enough_stock',
      '&wallet_not_enough_stock=true',
      { cartCreate: withWarning('MERCHANDISE_NOT_ENOUGH_STOCK') },
    ],
    [
      'payment_method_not_applicable',
      '&wallet_payment_method_not_applicable=true',
      { cartCreate: refused('PAYMENT_METHOD_NOT_APPLICABLE') },
    ],
  ])('[4.11] %s ends it, and the buyer goes to the checkout', async (reason, flag, script) => {
    const { server, sheet } = open(script);
    expect(await sheet.handlers.merchantValidation(URL)).toMatchObject({ kind: 'end' });
    expect(sheet.last('complete')).toMatchObject({ decelerationReason: reason });
    expect(sheet.last('navigate')).toBe(`${CHECKOUT_URL}&storefront_wallet=true${flag}`);
    if (reason !== 'cart_throttled') expect(server.names()).toEqual(['cartCreate']);
  });

  it.each<[string, Reply]>([
    ['is refused', { body: null, userErrors: [{ code: 'INVALID' }] }],
    ['is no JSON', { body: '<html>', userErrors: [] }],
    ['fails', status(500)],
    ['does not come', new TypeError('Failed to fetch')],
  ])('[7.08] a session that %s: the wallet’s dialog once the sheet is gone', async (_what, reply) => {
    const { sheet } = open({ applePaySessionCreate: reply });
    expect(await sheet.handlers.merchantValidation(URL)).toMatchObject({ kind: 'end' });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('dialog')).toMatchObject({ title: WALLET_TITLE });
    expect(sheet.names()).not.toContain('navigate');
  });

  it('[7.08] a session that takes too long ends it, too: no sheet could show that', async () => {
    const { sheet } = open({ applePaySessionCreate: silence });
    const reply = sheet.handlers.merchantValidation(URL);
    await vi.advanceTimersByTimeAsync(CART_CREATION_DEADLINE_MS);
    expect(await reply).toMatchObject({ kind: 'end' });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('dialog')).toMatchObject({ title: WALLET_TITLE });
  });

  it('[4.15] cancelled meanwhile: what is under way is aborted', async () => {
    const { server, sheet } = open({ applePaySessionCreate: silence });
    const reply = sheet.handlers.merchantValidation(URL);
    await vi.advanceTimersByTimeAsync(0);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(await reply).toMatchObject({ kind: 'end' });
    expect(server.calls[1]?.init.signal?.aborted).toBe(true);
    expect(await sheet.handlers.merchantValidation(URL)).toMatchObject({ kind: 'end' });
    expect(server.calls).toHaveLength(2);
  });

  it('[4.16] what the sheet has not shown yet is not paid', async () => {
    const { server, sheet } = open();
    await sheet.handlers.merchantValidation(URL);
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({ kind: 'end' });
    expect(server.names()).not.toContain('cartPaymentUpdate');
  });
});

describe('a purchase', () => {
  it('[4.13] who buys, then the payment, then the submission', async () => {
    const { server, sheet } = await shown();
    const before = server.calls.length;
    expect(await sheet.handlers.authorised(authorisation())).toEqual({ kind: 'complete' });
    expect(server.names().slice(before)).toEqual([
      'cartBuyerIdentityUpdate',
      'cartPaymentUpdate',
      'cartSubmitForCompletion',
    ]);
  });

  it('goods that are not shipped are sold, too', async () => {
    const digital = snapshotFields({
      lines: {
        nodes: [
          {
            quantity: 1,
            discountAllocations: [],
            merchandise: { requiresShipping: false },
            sellingPlanAllocation: null,
          },
        ],
      },
      deliveryGroups: { nodes: [] },
    });
    const every = payload({ cart: digital });
    const { sheet } = open(
      {
        cartCreate: every,
        cartBuyerIdentityUpdate: every,
        cartBillingAddressUpdate: every,
        cartPaymentUpdate: every,
      },
      { requiresShipping: false },
    );
    await sheet.handlers.merchantValidation(URL);
    expect(await sheet.handlers.paymentMethodSelected(null)).toMatchObject({ kind: 'update' });
    const agreed = authorisation({ shipping: null, optionId: null });
    expect(await sheet.handlers.authorised(agreed)).toEqual({ kind: 'complete' });
  });

  it.each([
    ['billing', { billing: null }],
    ['shipping', { shipping: null }],
  ] as const)('[5.05] without a %s contact the payment fails', async (subject, lacking) => {
    const { server, sheet } = await shown();
    expect(await sheet.handlers.authorised(authorisation(lacking))).toMatchObject({
      kind: 'show_error',
      errors: [{ subject }],
    });
    expect(server.names()).not.toContain('cartPaymentUpdate');
  });
});

describe('the coupon', () => {
  const CODE = (code: string, applicable = true) => ({ code, applicable });
  const codesOf = (...codes: ReturnType<typeof CODE>[]): Reply =>
    payload({ cart: snapshotFields({ discountCodes: codes }) });

  it('[5.08] takes the place of the one before; others stay; none takes it away', async () => {
    const { server, sheet } = open({
      cartCreate: codesOf(CODE('STARY')),
      cartDiscountCodesUpdate: [
        codesOf(CODE('STARY'), CODE('PRVNI')),
        codesOf(CODE('STARY'), CODE('DRUHY')),
        codesOf(CODE('STARY')),
      ],
    });
    await sheet.handlers.merchantValidation(URL);
    for (const code of ['prvni ', 'DRUHY', ''])
      expect(await sheet.handlers.couponEntered(code)).toMatchObject({ kind: 'update' });
    const sent = server.calls
      .filter(({ name }) => name === 'cartDiscountCodesUpdate')
      .map(({ variables }) => variables['discountCodes']);
    expect(sent).toEqual([['STARY', 'prvni'], ['STARY', 'DRUHY'], ['STARY']]);
  });

  it('[5.08] that does not apply is shown as an error', async () => {
    const { sheet } = open({ cartDiscountCodesUpdate: codesOf(CODE('NIC', false)) });
    await sheet.handlers.merchantValidation(URL);
    expect(await sheet.handlers.couponEntered('NIC')).toMatchObject({
      kind: 'show_error',
      errors: [{ subject: 'coupon' }],
    });
  });
});

describe('[4.14] personal data is removed once, though the page may be gone, after', () => {
  const FAILED = submitted('SubmitFailed', {
    checkoutUrl: null,
    errors: [{ code: 'PAYMENT_ERROR', message: '' }],
  });

  it.each<[string, Record<string, Reply>, (sheet: ReturnType<typeof openSheet>) => Promise<unknown>]>([
    ['an order', {}, ({ handlers }) => handlers.authorised(authorisation())],
    ['a cancellation', {}, () => Promise.resolve()],
    [
      'a payment that failed',
      { cartSubmitForCompletion: FAILED },
      ({ handlers }) => handlers.authorised(authorisation()),
    ],
    [
      'the way to the checkout',
      { cartPaymentUpdate: refused('CAPTCHA_COMPLETION_REQUIRED') },
      ({ handlers }) => handlers.authorised(authorisation()),
    ],
    ['a failure', { cartPaymentUpdate: status(500) }, ({ handlers }) => handlers.authorised(authorisation())],
  ])('%s', async (_end, script, ending) => {
    const { server, sheet } = await shown(script);
    await ending(sheet);
    sheet.handlers.closed({ kind: 'cancelled' });
    sheet.handlers.closed({ kind: 'completed' });
    await vi.advanceTimersByTimeAsync(COMPLETION_GRACE_MS);
    const removals = server.calls.filter(({ name }) => name === 'cartRemovePersonalData');
    expect(removals).toHaveLength(1);
    expect(removals[0]?.init.keepalive).toBe(true);
  });

  it('nothing, where nothing was told', async () => {
    const { server, sheet } = open();
    await sheet.handlers.merchantValidation(URL);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(server.names()).not.toContain('cartRemovePersonalData');
  });
});
