import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  DELIVERY_UPDATE_LOOP_TIMEOUT_MS,
  PAYMENT_UPDATE_LOOP_TIMEOUT_MS,
  PAYMENT_UPDATE_LOOP_WAIT_MS,
  REMOVAL_DEADLINE_MS,
} from '../../constants.ts';
import { answer } from '../../test/api.ts';
import {
  authorisation,
  contact,
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
import { shown, standStill, toCheckout } from '../../test/shown-sheet.ts';
import { INSTRUMENTS } from '../instruments.ts';
import { SheetCart } from './sheet-cart.ts';

standStill();
afterEach(() => {
  document.cookie = 'discount_code=; path=/; max-age=0';
});

const CART = { source: { kind: 'cart', cartId: 'gid://shopify/Cart/Z' } } as const;

const line = (over: object = {}) => ({
  quantity: 1,
  discountAllocations: [],
  merchandise: { requiresShipping: true },
  sellingPlanAllocation: null,
  ...over,
});
const DIGITAL = line({ merchandise: { requiresShipping: false } });

/** Lines of these quantities. */
const lines = (...quantities: readonly number[]) => ({
  lines: { nodes: quantities.map((quantity) => line({ quantity })) },
});

describe('a cart that is taken as it is', () => {
  const taken = async (...quantities: readonly number[]) => {
    scriptedServer({
      cart: () => Promise.resolve(answer({ data: { cart: snapshotFields(lines(...quantities)) } })),
    });
    const sheet = openSheet(CART);
    const reply = await sheet.handlers.opened();
    sheet.handlers.closed({ kind: 'cancelled' });
    return { reply, sheet };
  };

  it.each([[[0]], [[0, 0]]])(
    '[8.11] with lines of %j is sold out, and the dialog says so',
    async (quantities) => {
      const { reply, sheet } = await taken(...quantities);
      expect(reply).toMatchObject({ kind: 'end', error: { code: 'MERCHANDISE_OUT_OF_STOCK' } });
      expect(sheet.last('error')).toMatchObject({ reason: 'out_of_stock' });
    },
  );

  it.each([[[1]], [[0, 1]], [[]]])('[4.22] with lines of %j is shown', async (quantities) => {
    const { reply, sheet } = await taken(...quantities);
    expect(reply).toMatchObject({ kind: 'update' });
    expect(sheet.names()).not.toContain('error');
  });
});

describe('a cart of different lines', () => {
  const opened = async (over: Record<string, unknown>) => {
    scriptedServer({ cartCreate: payload({ cart: snapshotFields(over) }) });
    const sheet = openSheet();
    return { sheet, reply: await sheet.handlers.opened() };
  };

  it('[5.10] is shipped if one of them is', async () => {
    const { reply } = await opened({
      deliveryGroups: { nodes: [] },
      lines: { nodes: [DIGITAL, line()] },
    });
    expect(reply).toMatchObject({ kind: 'update' });
  });

  it('[5.12] renews if one of them does: the checkout, if the page did not tell', async () => {
    const { reply, sheet } = await opened({
      lines: { nodes: [line(), line({ sellingPlanAllocation: PLANNED })] },
    });
    expect(reply).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_cart_not_ready'));
  });

  it('[8.06] that is there no longer is missing', async () => {
    scriptedServer({ cart: () => Promise.resolve(answer({ data: { cart: null } })) });
    expect(await openSheet(CART).handlers.opened()).toMatchObject({
      kind: 'end',
      error: { code: 'MISSING_CART' },
    });
  });
});

describe('a cart that is made', () => {
  it.each([
    ['no code', '', []],
    ['the code that the visitor brought', 'VITEJTE', ['VITEJTE']],
  ])('[7.03] has the line, the country, and %s', async (_what, code, discountCodes) => {
    document.cookie = `discount_code=${code}; path=/`;
    const { server } = await shown();
    expect(server.calls[0]?.variables['input']).toEqual({
      lines: [expect.objectContaining({ merchandiseId: 'gid://shopify/ProductVariant/1', quantity: 1 })],
      discountCodes,
      buyerIdentity: { countryCode: 'CZ' },
    });
  });

  it('[6.01] begins the wallet’s checkout; its changes do not', async () => {
    const { server } = await shown();
    const began = server.calls.map(({ init }) => new Headers(init.headers).get('x-start-wallet-checkout'));
    expect(began).toEqual(['true', null]);
  });

  it('[8.06] whose checkout is no page on the web leads nowhere', async () => {
    scriptedServer({ cartCreate: payload({ cart: snapshotFields({ checkoutUrl: 'javascript:alert(1)' }) }) });
    const sheet = openSheet();
    expect(await sheet.handlers.opened()).toMatchObject({ kind: 'end', error: { code: 'UNEXPECTED' } });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.names()).not.toContain('navigate');
  });

  it('[4.09] [4.18] in another currency, and refused: what the buyer can read comes first', async () => {
    const cart = snapshotFields({ cost: costing('50.00', 'EUR') });
    const userErrors = [{ code: 'VALIDATION_CUSTOM', field: [], message: 'Nejvýše dva kusy.' }];
    scriptedServer({ cartCreate: payload({ cart, userErrors }) });
    const sheet = openSheet();
    await sheet.handlers.opened();
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('dialog')).toMatchObject({ text: 'Nejvýše dva kusy.' });
    expect(sheet.names()).not.toContain('navigate');
  });

  it('[4.23] is there for every later step; before it there is none', () => {
    const cart = new SheetCart(openSheet().request);
    expect(cart.latest).toBeNull();
    expect(() => cart.known).toThrow('There is no cart yet');
  });
});

describe('a change that is not ready', () => {
  it.each<[string, number, string, (sheet: Awaited<ReturnType<typeof shown>>['sheet']) => Promise<unknown>]>([
    [
      'a payment',
      PAYMENT_UPDATE_LOOP_TIMEOUT_MS,
      'cartPaymentUpdate',
      ({ handlers }) => handlers.authorised(authorisation()),
    ],
    [
      'delivery',
      DELIVERY_UPDATE_LOOP_TIMEOUT_MS,
      'cartSelectedDeliveryOptionsUpdate',
      ({ handlers }) => handlers.optionSelected('posta'),
    ],
  ])('[4.17] of %s is repeated for %s ms', async (_what, milliseconds, operation, change) => {
    const { server, sheet } = await shown({ [operation]: refused('INVALID_PAYMENT') });
    const done = change(sheet);
    await vi.advanceTimersByTimeAsync(milliseconds - PAYMENT_UPDATE_LOOP_WAIT_MS - 1);
    expect(sheet.names()).not.toContain('navigate');
    await vi.advanceTimersByTimeAsync(1);
    expect(await done).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_cart_not_ready'));
    const calls = server.names().filter((name) => name === operation);
    expect(calls).toHaveLength(milliseconds / PAYMENT_UPDATE_LOOP_WAIT_MS);
  });
});

describe('the carriers’ prices', () => {
  const digital = snapshotFields({ deliveryGroups: { nodes: [] }, lines: { nodes: [DIGITAL] } });

  it('[7.12] are not asked for goods that are not shipped', async () => {
    const ratedCart = vi.fn(() => Promise.resolve(null));
    const every = payload({ cart: digital });
    const script = { cartCreate: every, cartBuyerIdentityUpdate: every };
    const over = { instrument: INSTRUMENTS.apple_pay, requiresShipping: false, ratedCart };
    const { preview } = await shown(script, over);
    expect(preview).toMatchObject({ kind: 'update' });
    expect(ratedCart).not.toHaveBeenCalled();
  });

  it('[7.12] are asked for goods of a delivery group, whatever their lines say', async () => {
    const ratedCart = vi.fn(() => Promise.resolve(null));
    const every = payload({ cart: snapshotFields({ lines: digital['lines'] }) });
    await shown({ cartCreate: every, cartBuyerIdentityUpdate: every }, { ratedCart });
    expect(ratedCart).toHaveBeenCalledOnce();
  });
});

describe('a vendor that makes no order', () => {
  const ordering = async (paypalTokenCreate: Reply) => {
    scriptedServer({ paypalTokenCreate });
    const sheet = openSheet({ instrument: INSTRUMENTS.paypal });
    const reply = await sheet.handlers.orderWanted({ fundingSource: 'PAYPAL', billingAgreement: false });
    sheet.handlers.closed({ kind: 'failed', code: 'X' });
    return { reply, sheet };
  };
  const error = (code: string) => ({ code, field: [], message: 'Nejvýše dva kusy.' });

  it.each([
    ['no reason', [], 'NO_ORDER'],
    ['a reason that repeating may mend elsewhere', [error('INVALID_PAYMENT')], 'INVALID_PAYMENT'],
    ['a reason that a sheet would show', [error('PAYMENT_CARD_DECLINED')], 'PAYMENT_CARD_DECLINED'],
  ])('[4.20] [8.11] for %s: the wallet’s dialog', async (_what, userErrors, code) => {
    const { reply, sheet } = await ordering({ token: null, userErrors });
    expect(reply).toMatchObject({ kind: 'end', error: { code } });
    expect(sheet.last('error')).toMatchObject({ reason: 'wallet_unavailable' });
  });

  it('[8.02] for the shop’s own rule: its words', async () => {
    const { sheet } = await ordering({ token: null, userErrors: [error('VALIDATION_CUSTOM')] });
    expect(sheet.last('dialog')).toMatchObject({ text: 'Nejvýše dva kusy.' });
  });
});

describe('the removal of the buyer’s data', () => {
  const removing = async (cartRemovePersonalData: Reply) => {
    const { server, sheet } = await shown({ cartRemovePersonalData });
    sheet.handlers.closed({ kind: 'cancelled' });
    await vi.advanceTimersByTimeAsync(0);
    return server.calls.at(-1)?.init.signal;
  };
  const WARNING = 'accelerated-checkout: personal data could not be removed from the cart.';

  it('[7.07] that works leaves nothing behind', async () => {
    await removing({ userErrors: [] });
    expect(console.warn).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[7.07] that fails is told to the developer', async () => {
    await removing(new TypeError('Failed to fetch'));
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(WARNING);
  });

  it('[7.07] [7.12] that has no answer is given up', async () => {
    const signal = await removing(silence);
    await vi.advanceTimersByTimeAsync(REMOVAL_DEADLINE_MS - 1);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(signal?.aborted).toBe(true);
  });
});

describe('the country of a message', () => {
  it('[5.07] is that of the latest address', async () => {
    const zone = refused('ADDRESS_FIELD_IS_REQUIRED', [
      'buyerIdentity',
      'deliveryAddressPreferences',
      'province',
    ]);
    const { sheet, preview } = await shown({ cartBuyerIdentityUpdate: [payload(), zone] });
    expect(preview).toMatchObject({ kind: 'update' });
    const word = async (country: string) => {
      const reply = await sheet.handlers.addressSelected(contact({ country }));
      return reply.kind === 'show_error' ? reply.errors[0].messageKey : reply.kind;
    };
    expect(await word('AE')).toBe('errors.missing.emirate');
    expect(await word('CZ')).toBe('errors.missing.zone');
  });
});
