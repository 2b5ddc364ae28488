import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCartClient } from '../cart/checked-client.ts';
import { prepareCart, type PrepareResult, type SubmitResult } from '../cart/completion.ts';
import type { CreateCartResult } from '../flows/deceleration.ts';
import { registerInstrument } from '../flows/instrument-registry.ts';
import type { InstrumentName } from '../flows/instruments.ts';
import type { SheetAction } from '../flows/sheet/actions.ts';
import { cartFields, CHECKOUT_URL, created, sent, stubFetch } from '../test/api.ts';
import { one, page, settle } from '../test/form.ts';
import { ADD, ATTRIBUTES, button, ID, showProduct, tag, wallet } from '../test/product.ts';
import {
  authorisation,
  contact,
  openSheet,
  ORDER_URL,
  payload,
  refused,
  scriptedServer,
  submitted,
} from '../test/sheet.ts';
import * as chunks from './loaders/chunks.ts';
import { defineElements } from './define.ts';
import * as press from './chunks/press.ts';
import * as walletChunks from './loaders/wallet-chunks.ts';
import { sheetWallets } from './loaders/wallets.ts';

// In tests the entry is a file, which has no origin.
vi.mock('./page/origin.ts', () => ({
  ORIGIN: 'https://shop.example',
  formAction: () => '/checkout/buy-it-now',
}));

type Detail = Readonly<Record<string, unknown>>;

/** What the page's first event of this name says. */
function told(name: string): () => Detail | undefined {
  const listener = vi.fn<(event: Event) => void>();
  document.addEventListener(name, listener, { once: true });
  return () => (listener.mock.calls[0]?.[0] as CustomEvent<Detail> | undefined)?.detail;
}

beforeEach(() => {
  defineElements();
  press.forgetRedirect();
  vi.spyOn(press.leave, 'to').mockImplementation(() => undefined);
  for (const method of ['error', 'warn', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(async () => {
  document.body.replaceChildren();
  await settle();
  vi.unstubAllGlobals();
});

describe('instruments', () => {
  const BUILT = sheetWallets();
  /** As pages write them and as events name them; whether a wallet of that name can be offered. */
  const INSTRUMENTS = {
    BuyItNow: ['buy_it_now', false],
    MoreOptions: ['more_options', false],
    ApplePay: ['apple_pay', true],
    PayPal: ['paypal', true],
    Venmo: ['venmo', true],
    GooglePay: ['google_pay', true],
    ShopPay: ['shop_pay', true],
    FacebookPay: ['facebook_pay', true],
    BuyWithPrime: ['buy_with_prime', true],
    AmazonPay: ['amazon_pay', true],
    Unknown: ['toString', false],
  } as const satisfies Record<InstrumentName, readonly [string, boolean]>;

  beforeEach(async () => {
    await chunks.loadCartWallets();
    vi.spyOn(walletChunks, 'loadWalletChunks').mockResolvedValue({
      press: await chunks.loadPress(),
      wallet: { ...(await chunks.loadWallet()), openWalletSheet: vi.fn() },
      rates: chunks.loadRates,
    });
    for (const { name, walletName } of BUILT) registerInstrument(wallet(name, walletName));
  });
  afterEach(() => {
    for (const instrument of BUILT) registerInstrument(instrument);
  });

  it.each(Object.entries(INSTRUMENTS))(
    '[3.18] %s is what a page names %s',
    async (name, [written, offered]) => {
      const rendered = told('wallet-rendered');
      page(
        `<checkout-wallet-button access-token="t" buyer-country="CZ" buyer-currency="CZK"
        cart-id="gid://shopify/Cart/ZTOKEN?key=abc" wallet-config='{"name":"${written}"}' requires-shipping>
      </checkout-wallet-button>`,
      );
      await settle();
      expect(rendered()).toEqual(
        offered
          ? { status: 'success', instrument: name }
          : { status: 'failure', instrument: name, reason: 'unsupported_instrument' },
      );
    },
  );

  it('[3.18] the plain button and the link beside a wallet go to the server under their names', async () => {
    await showProduct();
    const bought = stubFetch(created());
    button().click();
    await settle();
    expect(sent(bought).headers.get('X-Wallet-Name')).toBe('BuyItNow');

    press.forgetRedirect();
    await showProduct(tag(`${ATTRIBUTES} recommended='{"name":"google_pay"}'`, ''));
    const others = stubFetch(created());
    one('.shopify-payment-button__more-options').click();
    await settle();
    expect(sent(others).headers.get('X-Wallet-Name')).toBe('MoreOptions');
  });
});

describe('a product variant', () => {
  it.each([true, false])('[3.18] is its id and whether it must be shipped: %s', async (requiresShipping) => {
    const start = told('accelerated-checkout:start');
    const params = JSON.stringify([{ id: 124 }, { id: 123, requiresShipping }]);
    const fetched = stubFetch(created());
    await showProduct(
      tag(`access-token="t" buyer-country="CZ" buyer-currency="CZK" variant-params='${params}'`),
    );
    button().click();
    await settle();
    expect(start()).toMatchObject({ requiresShipping, line: { variantId: 123 } });
    expect(sent(fetched).body.variables['input']).toMatchObject({
      lines: [{ merchandiseId: 'gid://shopify/ProductVariant/123' }],
    });
  });
});

describe('the result of creating a cart', () => {
  const error = (code: string) => ({ code, field: null, message: 'Nejvýše dva kusy.' });
  /** What the server answers where this part is there, and what the page hears. */
  const PARTS = {
    cart: [
      {},
      'complete',
      { redirectUrl: `${CHECKOUT_URL}&storefront_wallet=true`, decelerationReason: null },
    ],
    errors: [{ userErrors: [error('INVALID')] }, 'error', { reason: 'checkout_unavailable' }],
    abortReason: [
      {
        cart: cartFields({ lines: { nodes: [{ quantity: 0 }] } }),
        warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }],
      },
      'error',
      { reason: 'out_of_stock' },
    ],
    decelerationReason: [
      { warnings: [{ code: 'MERCHANDISE_NOT_ENOUGH_STOCK' }] },
      'complete',
      { decelerationReason: 'not_enough_stock' },
    ],
    customValidationError: [
      { cart: null, userErrors: [error('VALIDATION_CUSTOM')] },
      'error',
      { reason: 'custom_validation', message: 'Nejvýše dva kusy.' },
    ],
    unrecoverableError: [
      { cart: null, userErrors: [error('SELLING_PLAN_NOT_APPLICABLE')] },
      'error',
      { reason: 'unrecoverable' },
    ],
  } as const satisfies Record<keyof CreateCartResult, readonly [object, 'complete' | 'error', object]>;

  it.each(Object.entries(PARTS))('[3.18] %s', async (_part, [answered, event, detail]) => {
    const heard = {
      complete: told('accelerated-checkout:complete'),
      error: told('accelerated-checkout:error'),
    };
    stubFetch(created(answered));
    await showProduct(tag(), ID + ADD);
    button().click();
    await settle();
    expect(heard[event]()).toMatchObject(detail);
    expect(heard[event === 'error' ? 'complete' : 'error']()).toBeUndefined();
  });
});

/** A sheet that shows the totals of an address. */
async function shownSheet(script: Parameters<typeof scriptedServer>[0]) {
  const server = scriptedServer(script);
  const sheet = openSheet();
  await sheet.handlers.opened();
  return { server, sheet, preview: await sheet.handlers.addressSelected(contact()) };
}

describe('the result of a submission', () => {
  const RESULTS = {
    SubmitSuccess: [{ redirectUrl: ORDER_URL }, { kind: 'complete' }, ORDER_URL],
    SubmitThrottled: [{ pollAfter: '2020-01-01T00:00:00Z' }, { kind: 'complete' }, ORDER_URL],
    SubmitFailed: [
      { errors: [{ code: 'DELIVERY_CITY_REQUIRED', message: 'x' }], checkoutUrl: CHECKOUT_URL },
      { kind: 'show_error', errors: [{ code: 'DELIVERY_CITY_REQUIRED', messageKey: 'errors.missing.city' }] },
      undefined,
    ],
    SubmitAlreadyAccepted: [{}, { kind: 'complete' }, `${CHECKOUT_URL}&storefront_wallet=true`],
  } as const satisfies Record<
    Exclude<SubmitResult['kind'], 'refused'>,
    readonly [object, object, string | undefined]
  >;

  it.each(Object.entries(RESULTS))('[3.18] %s', async (type, [fields, answered, url]) => {
    const success = submitted('SubmitSuccess', { redirectUrl: ORDER_URL });
    const { server, sheet } = await shownSheet({
      cartSubmitForCompletion: [submitted(type, fields), success],
    });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject(answered);
    sheet.handlers.closed({ kind: url === undefined ? 'cancelled' : 'completed' });
    expect(sheet.last('navigate')).toBe(url);
    const submits = server.calls.filter(({ name }) => name === 'cartSubmitForCompletion');
    expect(submits).toHaveLength(type === 'SubmitThrottled' ? 2 : 1);
  });
});

describe('the result of preparing a cart', () => {
  const AT = '2026-11-22T10:00:00.000Z';
  const errors = [{ code: 'PAYMENTS_METHOD_REQUIRED', message: 'Vyberte platbu.' }];
  const RESULTS = {
    CartStatusReady: [{}, {}],
    CartStatusNotReady: [{ errors }, { errors }],
    CartThrottled: [{ pollAfter: AT }, { pollAfter: Date.parse(AT) }],
  } as const satisfies Record<Exclude<PrepareResult['kind'], 'refused'>, readonly [object, object]>;

  it.each(Object.entries(RESULTS))('[3.18] %s', async (kind, [fields, read]) => {
    scriptedServer({ cartPrepareForCompletion: submitted(kind, fields) });
    const client = createCartClient({
      origin: 'https://shop.example',
      accessToken: 't',
      country: 'CZ',
      locale: 'cs',
    });
    const { signal } = new AbortController();
    await expect(prepareCart(client, 'c', { signal })).resolves.toEqual({ kind, ...read });
  });
});

describe('what follows from a mutation', () => {
  type Shown = Awaited<ReturnType<typeof shownSheet>>;
  const address = (script: Parameters<typeof scriptedServer>[0]) => shownSheet(script);
  /** How each action comes about, and what of it the page or the sheet sees. Asking again is no end: 4.18. */
  const ACTIONS = {
    update: [
      () => address({}),
      ({ preview }: Shown) => {
        expect(preview).toMatchObject({ kind: 'update', view: { totals: { minor: 138_900 } } });
      },
    ],
    show_error: [
      () => address({ cartBuyerIdentityUpdate: refused('DELIVERY_CITY_REQUIRED') }),
      ({ preview }: Shown) => {
        expect(preview).toMatchObject({
          kind: 'show_error',
          errors: [{ messageKey: 'errors.missing.city' }],
        });
      },
    ],
    abort: [
      () => address({ cartBuyerIdentityUpdate: refused('VALIDATION_CUSTOM', [], 'Nejvýše dva kusy.') }),
      ({ preview, sheet }: Shown) => {
        expect(preview).toMatchObject({ kind: 'end' });
        sheet.handlers.closed({ kind: 'cancelled' });
        expect(sheet.last('dialog')).toMatchObject({ text: 'Nejvýše dva kusy.' });
        expect(sheet.names()).not.toContain('navigate');
      },
    ],
    decelerate: [
      () =>
        address({
          cartBuyerIdentityUpdate: payload({ warnings: [{ code: 'MERCHANDISE_NOT_ENOUGH_STOCK' }] }),
        }),
      ({ preview, sheet }: Shown) => {
        expect(preview).toMatchObject({ kind: 'end' });
        expect(sheet.last('complete')).toMatchObject({ decelerationReason: 'not_enough_stock' });
        expect(sheet.names()).not.toContain('dialog');
      },
    ],
    complete: [
      () => address({}),
      async ({ sheet }: Shown) => {
        expect(await sheet.handlers.authorised(authorisation())).toEqual({ kind: 'complete' });
      },
    ],
  } as const satisfies Record<
    Exclude<SheetAction['kind'], 'retry'>,
    readonly [() => Promise<Shown>, (shown: Shown) => void | Promise<void>]
  >;

  it.each(Object.entries(ACTIONS))('[3.18] %s', async (_action, [act, see]) => {
    await see(await act());
  });
});
