import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  AUTHORIZATION_TIMEOUT_MS,
  COMPLETION_GRACE_MS,
  DELIVERY_UPDATE_LOOP_TIMEOUT_MS,
  PAYMENT_UPDATE_LOOP_TIMEOUT_MS,
  PAYMENT_UPDATE_LOOP_WAIT_MS,
  REDIRECT_REUSE_MS,
  SHEET_ABANDONED_MS,
} from '../../constants.ts';
import { readSnapshot, type CartSnapshot } from '../../cart/snapshot.ts';
import { answer, CHECKOUT_URL } from '../../test/api.ts';
import {
  authorisation,
  contact,
  costing,
  group,
  openSheet,
  option,
  ORDER_URL,
  payload,
  refused,
  scriptedServer,
  silence,
  snapshotFields,
  submitted,
  SUCCESS,
  type Reply,
  PLANNED,
} from '../../test/sheet.ts';
import { shown, standStill, toCheckout, WALLET_TITLE } from '../../test/shown-sheet.ts';
import { INSTRUMENTS } from '../instruments.ts';

/** Part of what a sheet is opened with. */
type WalletSheetRequest = NonNullable<Parameters<typeof openSheet>[0]>;

/** An answer that takes a second. */
const slowly = (payload: Record<string, unknown>) =>
  new Promise<Response>((resolve) => {
    setTimeout(() => {
      resolve(answer({ data: { cartSubmitForCompletion: payload } }));
    }, 1000);
  });

standStill();

describe('prices that carriers quote', () => {
  const rated = (): CartSnapshot =>
    readSnapshot(
      snapshotFields({
        cost: costing('1413.50'),
        deliveryGroups: {
          nodes: [
            group({
              deliveryOptions: [
                option('ppl'),
                option('expres', { estimatedCost: { amount: '123.50', currencyCode: 'CZK' } }),
              ],
            }),
          ],
        },
      }),
    );
  const previewed = async (ratedCart: NonNullable<WalletSheetRequest['ratedCart']> | null) => {
    const server = scriptedServer();
    const sheet = openSheet({ ratedCart });
    await sheet.handlers.opened();
    return { server, preview: await sheet.handlers.addressSelected(contact()) };
  };

  it('[7.12] withCarrierRates: the options and totals of an address are those with the quoted prices', async () => {
    const ratedCart = vi.fn<NonNullable<WalletSheetRequest['ratedCart']>>(() => Promise.resolve(rated()));
    const { preview } = await previewed(ratedCart);
    expect(ratedCart).toHaveBeenCalledExactlyOnceWith(
      'gid://shopify/Cart/ZTOKEN?key=abc',
      expect.objectContaining({ signal: expect.any(AbortSignal) as AbortSignal }),
    );
    expect(preview).toMatchObject({
      kind: 'update',
      view: { totals: { minor: 141_350 }, options: [{ id: 'ppl' }, { id: 'expres', minor: 12_350 }] },
    });
  });

  it('[7.12] a carrier that gives no prices leaves those that are known', async () => {
    for (const ratedCart of [() => Promise.reject(new Error('lost')), () => Promise.resolve(null), null]) {
      const { preview } = await previewed(ratedCart);
      expect(preview).toMatchObject({ kind: 'update', view: { totals: { minor: 138_900 } } });
    }
  });

  it('[7.12] [4.17] they are not awaited beyond the deadline of the step', async () => {
    let aborted = false;
    const ratedCart: NonNullable<WalletSheetRequest['ratedCart']> = (_id, { signal }) => {
      signal.addEventListener('abort', () => (aborted = true));
      return new Promise(() => undefined);
    };
    const previewing = previewed(ratedCart);
    await vi.advanceTimersByTimeAsync(DELIVERY_UPDATE_LOOP_TIMEOUT_MS);
    const { preview } = await previewing;
    expect(preview.kind).not.toBe('update');
    expect(aborted).toBe(true);
  });
});

describe('a purchase', () => {
  it('[4.22] [4.23] [7.06] [7.23] from the sheet to the order, with one token', async () => {
    const { server, sheet, preview } = await shown();
    expect(preview).toMatchObject({
      kind: 'update',
      view: { totals: { minor: 138_900, label: 'Celkem' }, selectedOptionId: 'ppl' },
    });
    expect(await sheet.handlers.authorised(authorisation())).toEqual({ kind: 'complete' });
    expect(server.names()).toEqual([
      'cartCreate',
      'cartBuyerIdentityUpdate',
      'cartBuyerIdentityUpdate',
      'cartPaymentUpdate',
      'cartSubmitForCompletion',
    ]);
    expect(server.calls[1]?.variables['buyerIdentity']).toMatchObject({
      deliveryAddressPreferences: [{ deliveryAddressValidationStrategy: 'COUNTRY_CODE_ONLY' }],
    });
    expect(server.calls[2]?.variables['buyerIdentity']).toMatchObject({
      email: 'jana@example.cz',
      deliveryAddressPreferences: [{ deliveryAddressValidationStrategy: 'STRICT' }],
    });
    expect(server.calls[3]?.variables['payment']).toMatchObject({
      amount: { amount: '1389.00', currencyCode: 'CZK' },
      walletPaymentMethod: {
        googlePayWalletContent: { signature: 's', billingAddress: { firstName: 'Jana', country: 'CZ' } },
      },
    });
    expect(sheet.names()).not.toContain('navigate');
    sheet.handlers.closed({ kind: 'completed' });
    expect(sheet.last('navigate')).toBe(ORDER_URL);
    expect(sheet.names()).toEqual(['start', 'busy', 'complete', 'navigate']);
    expect(server.names()).not.toContain('cartRemovePersonalData');
  });

  it.each([
    ['the page is gone', () => window.dispatchEvent(new Event('pagehide'))],
    ['a navigation that comes to nothing', () => vi.advanceTimersByTimeAsync(REDIRECT_REUSE_MS)],
  ])(
    '[4.15] [B.03] while the page is being left nothing can be bought a second time: until %s',
    async (_, end) => {
      const { sheet } = await shown();
      await sheet.handlers.authorised(authorisation());
      sheet.handlers.closed({ kind: 'completed' });
      await vi.advanceTimersByTimeAsync(REDIRECT_REUSE_MS - 1);
      expect(sheet.names()).not.toContain('free');
      expect(openSheet({ lock: sheet.lock }).log).toEqual([]);
      await end();
      expect(sheet.names()).toEqual(['start', 'busy', 'complete', 'navigate', 'free']);
      expect(openSheet({ lock: sheet.lock }).names()).toEqual(['start', 'busy']);
    },
  );

  it('[4.23] leads to the order even where the sheet never closes', async () => {
    const { sheet } = await shown();
    await sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(COMPLETION_GRACE_MS);
    expect(sheet.last('navigate')).toBe(ORDER_URL);
  });

  it('[4.22] elsewhere than on a product page the cart is taken', async () => {
    const server = scriptedServer();
    const sheet = openSheet({ source: { kind: 'cart', cartId: 'gid://shopify/Cart/Z' } });
    expect(await sheet.handlers.opened()).toMatchObject({ kind: 'update' });
    expect(server.calls[0]).toMatchObject({ name: 'cart', variables: { id: 'gid://shopify/Cart/Z' } });
  });

  it.each([
    ['makes', 'cartCreate', {}],
    ['takes', 'cart', { source: { kind: 'cart', cartId: 'gid://shopify/Cart/Z' } }],
  ] satisfies [string, string, WalletSheetRequest][])(
    '[7.25] %s its initial cart once, in the name of the instrument',
    async (_, operation, request) => {
      const server = scriptedServer();
      const sheet = openSheet(request);
      await sheet.handlers.opened();
      expect(server.names()).toEqual([operation]);
      expect(new Headers(server.calls[0]?.init.headers).get('x-wallet-name')).toBe('GooglePay');
    },
  );

  it('[5.15] where nothing is due nothing is charged', async () => {
    const free = snapshotFields({ cost: costing('0.00') });
    const { server, sheet } = await shown({
      cartCreate: payload({ cart: free }),
      cartBuyerIdentityUpdate: payload({ cart: free }),
      cartPaymentUpdate: payload({ cart: free }),
    });
    await sheet.handlers.authorised(authorisation());
    const { variables } = server.calls.find(({ name }) => name === 'cartPaymentUpdate') ?? {};
    expect(variables?.['payment']).toMatchObject({ amount: { amount: '0.00' }, freePaymentMethod: {} });
  });
});

describe('opening', () => {
  it('[4.15] one sheet at a time', () => {
    const first = openSheet();
    expect(openSheet({ lock: first.lock }).log).toEqual([]);
  });

  it('[5.10] goods that are not shipped are refused before a sheet opens', () => {
    const sheet = openSheet({ requiresShipping: false });
    expect(console.error).toHaveBeenCalledWith('Google Pay checkout started for digital cart');
    expect(sheet.names()).toEqual(['start', 'unavailable', 'dialog', 'refused']);
    expect(sheet.last('dialog')).toMatchObject({ title: WALLET_TITLE });
    expect(sheet.lock.tryAcquire()).not.toBeNull();
  });

  it('[4.26] an adapter that cannot open says why, and something else is offered', () => {
    const sheet = openSheet({}, 'authJwtExpired');
    expect(sheet.names()).toEqual(['start', 'busy', 'free', 'unavailable', 'dialog', 'refused']);
    expect(sheet.last('unavailable')).toEqual({ instrument: 'GooglePay', reason: 'authJwtExpired' });
  });

  it.each([
    [
      '[4.07] too little stock',
      payload({ warnings: [{ code: 'MERCHANDISE_NOT_ENOUGH_STOCK' }] }),
      'wallet_not_enough_stock',
    ],
    [
      '[4.09] another currency',
      payload({ cart: snapshotFields({ cost: costing('50.00', 'EUR') }) }),
      'wallet_currency_change',
    ],
    ['[8.06] a captcha', refused('CAPTCHA_COMPLETION_REQUIRED'), 'wallet_captcha_required'],
    ['[8.10] merchandise not applicable', refused('MERCHANDISE_NOT_APPLICABLE'), 'wallet_cart_not_ready'],
  ])('%s leads to the checkout with its flag', async (_what, reply, flag) => {
    scriptedServer({ cartCreate: reply });
    const sheet = openSheet();
    expect(await sheet.handlers.opened()).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout(flag));
    expect(await sheet.handlers.addressSelected(contact())).toMatchObject({ kind: 'end' });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.names()).not.toContain('dialog');
  });

  it('[5.12] a cart with a plan that the page did not tell of: the checkout', async () => {
    const lines = snapshotFields()['lines'] as { nodes: object[] };
    const planned = {
      nodes: lines.nodes.map((line) => ({ ...line, sellingPlanAllocation: PLANNED })),
    };
    const script = { cartCreate: payload({ cart: snapshotFields({ lines: planned }) }) };
    scriptedServer(script);
    const sheet = openSheet();
    expect(await sheet.handlers.opened()).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_cart_not_ready'));
    expect(await openSheet({ hasSellingPlan: true }).handlers.opened()).toMatchObject({ kind: 'update' });
  });

  it('[8.11] [8.06] out of stock is shown in the sheet and, after it has closed, in the dialog', async () => {
    const soldOut = snapshotFields();
    (soldOut['lines'] as { nodes: { quantity: number }[] }).nodes.forEach((line) => (line.quantity = 0));
    scriptedServer({
      cartCreate: payload({ cart: soldOut, warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK' }] }),
    });
    const sheet = openSheet();
    expect(await sheet.handlers.opened()).toMatchObject({
      kind: 'end',
      error: {
        messageKey: 'error_dialogs.product.out_of_stock',
        message: 'Tato položka již není k dispozici.',
      },
    });
    expect(sheet.names()).not.toContain('dialog');
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('dialog')).toMatchObject({ text: 'Tato položka již není k dispozici.' });
  });

  it.each([
    ['a missing cart', () => Promise.resolve(answer({ data: { cart: null } }))],
    ['a server that is down', new TypeError('Failed to fetch')],
  ])('[8.06] %s: the wallet’s dialog', async (_what, reply) => {
    scriptedServer({ cart: reply });
    const sheet = openSheet({ source: { kind: 'cart', cartId: 'x' } });
    expect(await sheet.handlers.opened()).toMatchObject({ kind: 'end' });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('dialog')).toMatchObject({ title: WALLET_TITLE });
  });

  it('[8.10] the shop’s own rule is shown in the wallet’s dialog', async () => {
    scriptedServer({ cartCreate: refused('VALIDATION_CUSTOM', [], 'Nejvýše dva kusy.') });
    const sheet = openSheet();
    await sheet.handlers.opened();
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('dialog')).toEqual({ title: WALLET_TITLE, text: 'Nejvýše dva kusy.' });
  });
});

describe('changes', () => {
  it('[5.08] nothing is delivered there: unserviceable, and the sheet stays', async () => {
    const nowhere = payload({ cart: snapshotFields({ deliveryGroups: { nodes: [] } }) });
    const { preview } = await shown({ cartBuyerIdentityUpdate: nowhere });
    expect(preview).toMatchObject({
      kind: 'show_error',
      errors: [{ unserviceable: true, messageKey: 'errors.invalid.shipping_address' }],
    });
  });

  it('[5.11] where nothing is selected the first offered option is, never a pick-up place', async () => {
    const unselected = group({
      selectedDeliveryOption: null,
      deliveryOptions: [option('box', { deliveryMethodType: 'PICKUP_POINT' }), option('posta')],
    });
    const { server } = await shown({
      cartBuyerIdentityUpdate: payload({ cart: snapshotFields({ deliveryGroups: { nodes: [unselected] } }) }),
    });
    expect(server.calls.at(-1)).toMatchObject({
      name: 'cartSelectedDeliveryOptionsUpdate',
      variables: { selectedDeliveryOptions: [{ deliveryGroupId: 'group-1', deliveryOptionHandle: 'posta' }] },
    });
  });

  it.each(['', 'nic', 'ppl,posta'])('[5.14] the option "%s" selects nothing', async (id) => {
    const { sheet } = await shown();
    expect(await sheet.handlers.optionSelected(id)).toMatchObject({
      kind: 'show_error',
      errors: [{ messageKey: 'shipping_methods.choose_delivery_strategy' }],
    });
  });

  it('[4.18] pending delivery groups are asked for again', async () => {
    const server = scriptedServer({
      cartBuyerIdentityUpdate: [refused('PENDING_DELIVERY_GROUPS'), payload()],
    });
    const sheet = openSheet();
    await sheet.handlers.opened();
    const preview = sheet.handlers.addressSelected(contact());
    await vi.advanceTimersByTimeAsync(500);
    expect(await preview).toMatchObject({ kind: 'update' });
    expect(server.names().filter((name) => name === 'cartBuyerIdentityUpdate')).toHaveLength(2);
  });

  it('[4.17] delivery that is still being worked out is waited for longer than a payment, then the checkout', async () => {
    scriptedServer({ cartBuyerIdentityUpdate: refused('PENDING_DELIVERY_GROUPS') });
    const sheet = openSheet();
    await sheet.handlers.opened();
    const preview = sheet.handlers.addressSelected(contact());
    await vi.advanceTimersByTimeAsync(PAYMENT_UPDATE_LOOP_TIMEOUT_MS + 5000);
    expect(sheet.names()).not.toContain('navigate');
    await vi.advanceTimersByTimeAsync(DELIVERY_UPDATE_LOOP_TIMEOUT_MS);
    expect(await preview).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_cart_not_ready'));
  });

  it('[7.12] a change without an answer ends at its deadline, and the next one works', async () => {
    scriptedServer({ cartBuyerIdentityUpdate: [silence, payload()] });
    const sheet = openSheet();
    await sheet.handlers.opened();
    const late = sheet.handlers.addressSelected(contact());
    await vi.advanceTimersByTimeAsync(DELIVERY_UPDATE_LOOP_TIMEOUT_MS);
    expect(await late).toMatchObject({ kind: 'show_error', errors: [{ code: 'TIMEOUT' }] });
    expect(await sheet.handlers.addressSelected(contact())).toMatchObject({ kind: 'update' });
  });
});

describe('a way that is something else than when it was chosen', () => {
  it('[8.03] is chosen again as the sheet shows it', async () => {
    const renamed = group({ selectionHasChanged: true, selectedDeliveryOption: { handle: 'posta' } });
    const cart = snapshotFields({ deliveryGroups: { nodes: [renamed] } });
    const server = scriptedServer({ cartBuyerIdentityUpdate: payload({ cart }) });
    const sheet = openSheet();
    await sheet.handlers.opened();
    await sheet.handlers.addressSelected(contact());
    expect(server.calls.at(-1)).toMatchObject({
      name: 'cartSelectedDeliveryOptionsUpdate',
      variables: { selectedDeliveryOptions: [{ deliveryOptionHandle: 'posta' }] },
    });
  });

  it('[8.10] since the buyer agreed to it, leads to the checkout and is not replaced', async () => {
    const renamed = snapshotFields({ deliveryGroups: { nodes: [group({ selectionHasChanged: true })] } });
    const { server, sheet } = await shown({
      cartBuyerIdentityUpdate: [payload(), payload({ cart: renamed })],
    });
    const before = server.calls.length;
    await sheet.handlers.authorised(authorisation());
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_cart_not_ready'));
    const names = server.calls.slice(before).map(({ name }) => name);
    expect(names).not.toContain('cartSelectedDeliveryOptionsUpdate');
    expect(names).not.toContain('cartSubmitForCompletion');
  });
});

describe('a carrier that has not said what it takes', () => {
  const nowhere = (isPending: boolean) =>
    snapshotFields({
      deliveryGroups: {
        nodes: [
          group({
            isPending,
            selectedDeliveryOption: null,
            deliveryOptions: [option('vydejna', { deliveryMethodType: 'PICK_UP' })],
          }),
        ],
      },
    });

  it.each([
    [true, { kind: 'end' }],
    [false, { kind: 'show_error', errors: [{ unserviceable: true }] }],
  ] as const)('[8.03] beside places to collect at alone (pending: %s)', async (isPending, expected) => {
    scriptedServer({ cartBuyerIdentityUpdate: payload({ cart: nowhere(isPending) }) });
    const sheet = openSheet();
    await sheet.handlers.opened();
    expect(await sheet.handlers.addressSelected(contact())).toMatchObject(expected);
    if (isPending) expect(sheet.names()).toContain('navigate');
  });
});

describe('a coupon', () => {
  const withCodes = (...codes: readonly [string, boolean][]) =>
    payload({
      cart: snapshotFields({ discountCodes: codes.map(([code, applicable]) => ({ code, applicable })) }),
    });

  it('[7.04] is added to the existing ones, and the totals are updated', async () => {
    const { server, sheet } = await shown({
      cartBuyerIdentityUpdate: withCodes(['PODZIM', true]),
      cartDiscountCodesUpdate: withCodes(['PODZIM', true], ['VITEJTE', true]),
    });
    expect(await sheet.handlers.couponEntered(' vitejte')).toMatchObject({ kind: 'update' });
    expect(server.calls.at(-1)?.variables).toMatchObject({ discountCodes: ['PODZIM', 'vitejte'] });
  });

  it.each([
    ['is not applicable', withCodes(['VITEJTE', false])],
    ['is not known', withCodes()],
    ['is refused', refused('DISCOUNT_NOT_APPLICABLE')],
  ])('[5.08] that %s is said in the sheet, which stays', async (_what, reply) => {
    const { sheet } = await shown({ cartDiscountCodesUpdate: reply });
    expect(await sheet.handlers.couponEntered('VITEJTE')).toMatchObject({
      kind: 'show_error',
      errors: [{ subject: 'coupon', messageKey: 'errors.invalid.discount' }],
    });
    expect(await sheet.handlers.optionSelected('posta')).toMatchObject({ kind: 'update' });
  });

  it('[4.15] before there is a cart, and after the end, is not looked at', async () => {
    const server = scriptedServer();
    const sheet = openSheet();
    expect(await sheet.handlers.couponEntered('VITEJTE')).toMatchObject({ kind: 'end' });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(await sheet.handlers.couponEntered('VITEJTE')).toMatchObject({ kind: 'end' });
    expect(server.calls).toHaveLength(0);
  });
});

describe('a payment method', () => {
  const digital = snapshotFields({ deliveryGroups: { nodes: [] } });
  (digital['lines'] as { nodes: { merchandise: { requiresShipping: boolean } }[] }).nodes.forEach(
    (line) => (line.merchandise = { requiresShipping: false }),
  );

  /** A sheet of another wallet, over goods that are not shipped. */
  async function overDigital(script: Parameters<typeof scriptedServer>[0] = {}) {
    const reply = payload({ cart: digital });
    const server = scriptedServer({
      cartCreate: reply,
      cartBuyerIdentityUpdate: reply,
      cartBillingAddressUpdate: reply,
      ...script,
    });
    const sheet = openSheet({
      instrument: INSTRUMENTS.apple_pay,
      requiresShipping: false,
    });
    await sheet.handlers.opened();
    return { server, sheet };
  }

  it('[4.12] for goods that are not shipped sets the country, then the billing address', async () => {
    const { server, sheet } = await overDigital();
    const billing = contact({ country: 'SK', city: 'Bratislava' });
    expect(await sheet.handlers.paymentMethodSelected(billing)).toMatchObject({ kind: 'update' });
    expect(server.calls.slice(1).map(({ name, variables }) => [name, variables])).toMatchObject([
      ['cartBuyerIdentityUpdate', { buyerIdentity: { countryCode: 'SK' } }],
      ['cartBillingAddressUpdate', { billingAddress: { country: 'SK', city: 'Bratislava' } }],
    ]);
  });

  it.each([
    ['without an address', null],
    ['for goods that are shipped', contact()],
  ])('[4.12] %s asks the server nothing', async (_what, billing) => {
    const { server, sheet } = billing ? await shown() : await overDigital();
    const before = server.calls.length;
    expect(await sheet.handlers.paymentMethodSelected(billing)).toMatchObject({ kind: 'update' });
    expect(server.calls).toHaveLength(before);
  });

  it('[5.07] [8.07] a refused billing address is shown as such', async () => {
    const { sheet } = await overDigital({
      cartBillingAddressUpdate: refused('ADDRESS_FIELD_IS_REQUIRED', ['billingAddress', 'zip']),
    });
    expect(await sheet.handlers.paymentMethodSelected(contact())).toMatchObject({
      kind: 'show_error',
      errors: [{ subject: 'billing', field: 'postalCode' }],
    });
  });
});

describe('authorisation', () => {
  it.each([
    [{ billing: null }, 'billing', 'errors.invalid.billing_address'],
    [{ shipping: null }, 'shipping', 'errors.invalid.shipping_address'],
    [{ optionId: null }, 'option', 'shipping_methods.choose_delivery_strategy'],
  ])('[5.11] without %j it is refused in the sheet', async (over, subject, messageKey) => {
    const { server, sheet } = await shown();
    expect(await sheet.handlers.authorised(authorisation(over))).toMatchObject({
      kind: 'show_error',
      errors: [{ subject, messageKey }],
    });
    expect(server.names()).not.toContain('cartPaymentUpdate');
  });

  it('[8.10] [B.03] another total than was shown is not charged', async () => {
    const dearer = payload({ cart: snapshotFields({ cost: costing('1400.00') }) });
    const { server, sheet } = await shown({ cartBuyerIdentityUpdate: [payload(), dearer] });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_dynamic_tax'));
    expect(server.names()).not.toContain('cartPaymentUpdate');
  });

  it('[8.10] INVALID_PAYMENT is retried, then the cart is not ready', async () => {
    const { server, sheet } = await shown({ cartPaymentUpdate: refused('INVALID_PAYMENT') });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(AUTHORIZATION_TIMEOUT_MS);
    expect(await done).toMatchObject({ kind: 'end' });
    expect(server.names().filter((name) => name === 'cartPaymentUpdate').length).toBeGreaterThan(5);
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_cart_not_ready'));
  });

  it('[4.17] [4.18] a refused token is shown in the sheet at once, and another card pays', async () => {
    const { server, sheet } = await shown({
      cartPaymentUpdate: [
        refused('INVALID_PAYMENT', ['payment', 'walletPaymentMethod', 'googlePayWalletContent']),
        payload(),
      ],
    });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({
      kind: 'show_error',
      errors: [{ subject: 'payment', messageKey: 'errors.invalid.payment_method' }],
    });
    expect(server.names()).not.toContain('cartSubmitForCompletion');
    expect(await sheet.handlers.authorised(authorisation())).toEqual({ kind: 'complete' });
  });

  const wrongAmount = (tax: string | null) =>
    payload({
      cart: snapshotFields({
        cost: { ...costing('1389.00'), totalTaxAmount: tax && { amount: tax, currencyCode: 'CZK' } },
      }),
      userErrors: [{ code: 'INVALID_PAYMENT', field: ['payment', 'amount'], message: '' }],
    });

  it.each([null, '0.00'])(
    '[4.17] an invalid amount with the tax %s is asked again after 500 ms',
    async (tax) => {
      const { server, sheet } = await shown({ cartPaymentUpdate: [wrongAmount(tax), payload()] });
      const done = sheet.handlers.authorised(authorisation());
      await vi.advanceTimersByTimeAsync(PAYMENT_UPDATE_LOOP_WAIT_MS - 1);
      expect(server.names().filter((name) => name === 'cartPaymentUpdate')).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await done).toEqual({ kind: 'complete' });
    },
  );

  it('[4.17] an invalid amount with its tax known will not become valid', async () => {
    const { server, sheet } = await shown({ cartPaymentUpdate: wrongAmount('241.07') });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({ kind: 'end' });
    expect(server.names().filter((name) => name === 'cartPaymentUpdate')).toHaveLength(1);
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_cart_not_ready'));
  });

  it('[4.23] throttled: the same token after pollAfter', async () => {
    const throttled = () =>
      submitted('SubmitThrottled', { pollAfter: new Date(Date.now() + 2000).toISOString() });
    const { server, sheet } = await shown({ cartSubmitForCompletion: [throttled(), SUCCESS] });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(1900);
    const submits = () => server.calls.filter(({ name }) => name === 'cartSubmitForCompletion');
    expect(submits()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await done).toEqual({ kind: 'complete' });
    const [first, second] = submits();
    expect(second?.variables['attemptToken']).toBe(first?.variables['attemptToken']);
  });

  it('[4.23] a lost answer: the same token again', async () => {
    const { server, sheet } = await shown({
      cartSubmitForCompletion: [new TypeError('Failed to fetch'), SUCCESS],
    });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(1000);
    expect(await done).toEqual({ kind: 'complete' });
    const tokens = server.calls
      .filter(({ name }) => name === 'cartSubmitForCompletion')
      .map(({ variables }) => variables['attemptToken']);
    expect(new Set(tokens).size).toBe(1);
    expect(tokens).toHaveLength(2);
  });

  it('[4.23] a clock that is behind does not put the repetition off', async () => {
    const pollAfter = new Date(Date.now() + AUTHORIZATION_TIMEOUT_MS).toISOString();
    const { sheet } = await shown({
      cartSubmitForCompletion: [submitted('SubmitThrottled', { pollAfter }), SUCCESS],
    });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(5000);
    expect(await done).toEqual({ kind: 'complete' });
  });

  const failing = (code: string) => () =>
    Promise.resolve(answer({ data: null, errors: [{ message: 'x', extensions: { code } }] }));
  const status = (code: number) => () => Promise.resolve(answer({}, { status: code }));
  const submits = ({ calls }: ReturnType<typeof scriptedServer>) =>
    calls.filter(({ name }) => name === 'cartSubmitForCompletion');

  it.each<[string, Reply]>([
    ['a fault of the server', failing('INTERNAL_SERVER_ERROR')],
    ['a busy server', failing('THROTTLED')],
    ['an error without a code', () => Promise.resolve(answer({ data: null, errors: [{ message: 'x' }] }))],
    ['an answer without data', () => Promise.resolve(answer({ data: null }))],
    ['an answer of another shape', { result: { __typename: 'Strange' }, userErrors: [] }],
    ['an answer that is no JSON', () => Promise.resolve(new Response('<p>', { status: 200 }))],
    ['half an answer', () => Promise.resolve(new Response('{', answer({})))],
    ['a lost connection', new TypeError('Failed to fetch')],
    ['a request time-out', status(408)],
    ['too early', status(425)],
    ['too many requests', status(429)],
    ['a bad gateway', status(502)],
    ['throttling', submitted('SubmitThrottled', { pollAfter: '2020-01-01T00:00:00Z' })],
  ])(
    '[4.23] [B.03] %s leaves open whether there is an order: one token, then the checkout',
    async (_, reply) => {
      const { server, sheet } = await shown({ cartSubmitForCompletion: reply });
      const done = sheet.handlers.authorised(authorisation());
      await vi.advanceTimersByTimeAsync(AUTHORIZATION_TIMEOUT_MS);
      expect(await done).toMatchObject({ kind: 'end', error: { code: 'TIMEOUT' } });
      const tokens = submits(server).map(({ variables }) => variables['attemptToken']);
      expect(tokens.length).toBeGreaterThan(1);
      expect(new Set(tokens).size).toBe(1);
      expect(sheet.last('navigate')).toBe(toCheckout());
      sheet.handlers.closed({ kind: 'cancelled' });
      expect(server.names()).not.toContain('cartRemovePersonalData');
      expect(sheet.names()).not.toContain('dialog');
    },
  );

  it.each<[string, Reply]>([
    ['a call that makes no sense', failing('BAD_USER_INPUT')],
    ['a call without the right token', status(401)],
    ['a call to nowhere', status(404)],
  ])('[4.23] %s certainly leaves no order: said once', async (_, reply) => {
    const { server, sheet } = await shown({ cartSubmitForCompletion: reply });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({ kind: 'end' });
    expect(submits(server)).toHaveLength(1);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(server.names()).toContain('cartRemovePersonalData');
    expect(sheet.last('dialog')).toMatchObject({ title: WALLET_TITLE });
    expect(sheet.names()).not.toContain('navigate');
  });

  it('[4.23] [B.03] a refusal after a lost answer does not tell what the lost one did', async () => {
    const { sheet } = await shown({
      cartSubmitForCompletion: [failing('INTERNAL_SERVER_ERROR'), status(401)],
    });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(1000);
    expect(await done).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout());
  });

  it('[4.23] already accepted: to the checkout', async () => {
    const { sheet } = await shown({ cartSubmitForCompletion: submitted('SubmitAlreadyAccepted') });
    expect(await sheet.handlers.authorised(authorisation())).toEqual({ kind: 'complete' });
    sheet.handlers.closed({ kind: 'completed' });
    expect(sheet.last('navigate')).toBe(toCheckout());
  });

  const failed = (...codes: string[]) =>
    submitted('SubmitFailed', {
      checkoutUrl: CHECKOUT_URL,
      errors: codes.map((code) => ({ code, message: 'x' })),
    });

  it('[4.23] declined: said in the sheet, and another card gets another token', async () => {
    const { server, sheet } = await shown({
      cartSubmitForCompletion: [failed('PAYMENTS_CREDIT_CARD_GENERIC'), SUCCESS],
    });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({
      kind: 'show_error',
      errors: [{ subject: 'payment', messageKey: 'errors.invalid.payment_method' }],
    });
    expect(await sheet.handlers.authorised(authorisation())).toEqual({ kind: 'complete' });
    const tokens = server.calls
      .filter(({ name }) => name === 'cartSubmitForCompletion')
      .map(({ variables }) => variables['attemptToken']);
    expect(new Set(tokens).size).toBe(2);
  });

  it('[4.18] a shortfall is dropped where something else is wrong, too', async () => {
    const { sheet } = await shown({
      cartSubmitForCompletion: failed('PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT', 'DELIVERY_CITY_REQUIRED'),
    });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({
      kind: 'show_error',
      errors: [{ messageKey: 'errors.missing.city' }],
    });
  });

  it('[4.24] after 27 s without a payment the sheet gets an error, and no second word', async () => {
    const { sheet } = await shown({ cartPaymentUpdate: silence });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(AUTHORIZATION_TIMEOUT_MS);
    expect(await done).toMatchObject({ kind: 'show_error', errors: [{ subject: 'other', code: 'TIMEOUT' }] });
    expect(console.warn).not.toHaveBeenCalled();
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.last('dialog')).toMatchObject({ title: WALLET_TITLE });
    expect(sheet.metrics).toEqual([
      { instrument: 'GooglePay', metric: 'authorization_timeout', visitorId: null },
    ]);
  });

  it('[4.24] after 27 s with a submission under way the checkout shows what became of it', async () => {
    const { server, sheet } = await shown({ cartSubmitForCompletion: silence });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(AUTHORIZATION_TIMEOUT_MS);
    expect(await done).toMatchObject({ kind: 'end', error: { code: 'TIMEOUT' } });
    expect(sheet.metrics).toEqual([
      { instrument: 'GooglePay', metric: 'authorization_timeout', visitorId: null },
    ]);
    expect(sheet.last('navigate')).toBe(toCheckout());
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(server.names()).not.toContain('cartRemovePersonalData');
  });
});

describe('consent', () => {
  it.each([
    ['agreed to', '3AM', [{ instrument: 'GooglePay', metric: 'sheet_cancelled', visitorId: 'visitor-1' }]],
    ['declined', '3aM', []],
    ['not known', '', []],
  ])('[3.20] [8.06] where counting is %s nothing else differs', async (_what, consent, metrics) => {
    document.cookie = `_tracking_consent=${consent}; path=/`;
    document.cookie = '_shopify_y=visitor-1; path=/';
    const { server, sheet } = await shown();
    sheet.handlers.closed({ kind: 'cancelled' });
    document.cookie = '_shopify_y=; path=/; max-age=0';
    expect(sheet.metrics).toEqual(metrics);
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
    expect(server.names()).toEqual(['cartCreate', 'cartBuyerIdentityUpdate', 'cartRemovePersonalData']);
  });

  it('[3.20] goes with the cart that is made, and with nothing where it is not known', async () => {
    const consent = { analytics: true, marketing: false, preferences: null, saleOfData: null };
    document.cookie = '_tracking_consent=3Am; path=/';
    expect((await shown()).server.calls[0]?.variables['visitorConsent']).toEqual(consent);
    document.cookie = '_tracking_consent=; path=/; max-age=0';
    expect((await shown()).server.calls[0]?.variables).not.toHaveProperty('visitorConsent');
  });
});

describe('the end', () => {
  it('[4.15] [7.07] [8.06] cancelling is silent but for a metric, aborts what is under way, and forgets who it was', async () => {
    const server = scriptedServer({ cartBuyerIdentityUpdate: silence });
    const sheet = openSheet();
    await sheet.handlers.opened();
    const pending = sheet.handlers.addressSelected(contact());
    await vi.advanceTimersByTimeAsync(0);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(await pending).toMatchObject({ kind: 'end' });
    expect(server.calls[1]?.init.signal?.aborted).toBe(true);
    expect(server.calls[2]).toMatchObject({ name: 'cartRemovePersonalData', init: { keepalive: true } });
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
    expect(await sheet.handlers.opened()).toMatchObject({ kind: 'end' });
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(server.calls).toHaveLength(3);
    expect(sheet.metrics).toEqual([{ instrument: 'GooglePay', metric: 'sheet_cancelled', visitorId: null }]);
  });

  it('[7.07] what was never written need not be removed', async () => {
    const server = scriptedServer();
    const sheet = openSheet();
    await sheet.handlers.opened();
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(server.names()).toEqual(['cartCreate']);
  });

  it.each(['pagehide', 'signal'])('[4.15] %s closes the sheet without a word', async (how) => {
    const { sheet } = await shown();
    if (how === 'pagehide') window.dispatchEvent(new Event('pagehide'));
    else sheet.leaving.abort();
    expect(sheet.close).toHaveBeenCalled();
    expect(sheet.metrics).toEqual([]);
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
  });

  it.each([
    ['a change', 'cartBuyerIdentityUpdate'],
    ['the payment', 'cartPaymentUpdate'],
  ])('[4.24] [8.06] cancelled while %s is under way: no dialog, no event', async (_what, operation) => {
    const { sheet } = await shown({
      [operation]: [payload(), silence].slice(operation === 'cartPaymentUpdate' ? 1 : 0),
    });
    const pending = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(0);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(await pending).toMatchObject({ kind: 'end' });
    await vi.advanceTimersByTimeAsync(AUTHORIZATION_TIMEOUT_MS);
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
  });

  it('[4.24] [8.06] cancelled after an error that the sheet showed: no dialog', async () => {
    const { sheet } = await shown({ cartPaymentUpdate: refused('PAYMENT_CARD_DECLINED') });
    await sheet.handlers.authorised(authorisation());
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
  });

  it.each([
    ['has no answer yet', silence, toCheckout()],
    ['leads to an order', () => slowly(SUCCESS), ORDER_URL],
  ])('[B.03] an authorisation outlives its element: what %s', async (_, reply, url) => {
    const { server, sheet } = await shown({ cartSubmitForCompletion: reply });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(0);
    expect(server.names()).toContain('cartSubmitForCompletion');
    sheet.leaving.abort();
    await vi.advanceTimersByTimeAsync(AUTHORIZATION_TIMEOUT_MS + COMPLETION_GRACE_MS);
    await done;
    expect(sheet.last('navigate')).toBe(url);
    expect(server.names()).not.toContain('cartRemovePersonalData');
  });

  it('[B.03] an authorisation that the buyer would have to mend ends with its element', async () => {
    const { server, sheet } = await shown({
      cartSubmitForCompletion: () =>
        slowly(
          submitted('SubmitFailed', { checkoutUrl: null, errors: [{ code: 'PAYMENT_ERROR', message: '' }] }),
        ),
    });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(0);
    sheet.leaving.abort();
    expect(sheet.names()).not.toContain('free');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await done).toMatchObject({ kind: 'end', error: { messageKey: 'errors.invalid.payment_method' } });
    expect(sheet.names()).toEqual(['start', 'busy', 'free']);
    expect(server.names()).toContain('cartRemovePersonalData');
  });

  it('[B.03] a page restored while an order may be pending continues to it', async () => {
    const { sheet } = await shown({ cartSubmitForCompletion: () => slowly(SUCCESS) });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('pagehide'));
    expect(sheet.lock.tryAcquire()).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await done).toEqual({ kind: 'complete' });
    sheet.handlers.closed({ kind: 'completed' });
    expect(sheet.last('navigate')).toBe(ORDER_URL);
  });

  it('[4.15] a page that is left in the moment after an order is not led elsewhere', async () => {
    const { sheet } = await shown();
    // As an element does; its listener is older than the sheet's.
    const element = new AbortController();
    window.addEventListener(
      'pagehide',
      () => {
        sheet.leaving.abort();
      },
      { signal: element.signal },
    );
    const younger = openSheet({ signal: sheet.leaving.signal });
    await younger.handlers.opened();
    await younger.handlers.addressSelected(contact());
    expect(await younger.handlers.authorised(authorisation())).toEqual({ kind: 'complete' });
    window.dispatchEvent(new Event('pagehide'));
    element.abort();
    await vi.advanceTimersByTimeAsync(COMPLETION_GRACE_MS);
    expect(younger.names()).not.toContain('navigate');
  });

  it('[7.12] a sheet that never says that it is gone does not hold the page for ever', async () => {
    scriptedServer({ cartCreate: refused('STRANGE') });
    const sheet = openSheet();
    expect(await sheet.handlers.opened()).toMatchObject({ kind: 'end' });
    await vi.advanceTimersByTimeAsync(SHEET_ABANDONED_MS);
    expect(sheet.names()).toEqual(['start', 'busy', 'free', 'error', 'dialog']);
    sheet.handlers.closed({ kind: 'cancelled' });
    expect(sheet.names().filter((name) => name === 'dialog')).toHaveLength(1);
  });

  it('[8.06] an SDK that failed: the wallet’s dialog', async () => {
    const { sheet } = await shown();
    sheet.handlers.closed({ kind: 'failed', code: 'DEVELOPER_ERROR' });
    expect(sheet.last('error')).toMatchObject({ reason: 'wallet_unavailable' });
    expect(sheet.last('dialog')).toMatchObject({ title: WALLET_TITLE });
  });

  const troubles: fc.Arbitrary<Reply> = fc.constantFrom<Reply>(
    refused('PENDING_DELIVERY_GROUPS'),
    refused('ADDRESS_FIELD_IS_REQUIRED', ['billingAddress', 'zip']),
    refused('MERCHANDISE_NOT_APPLICABLE'),
    refused('STRANGE'),
    new TypeError('Failed to fetch'),
    silence,
  );
  // Mostly none, or hardly a purchase would come as far as its submission.
  const replies = fc.oneof(
    { weight: 5, arbitrary: fc.constant<Reply>(payload()) },
    { weight: 1, arbitrary: troubles },
  );
  const FAILED = submitted('SubmitFailed', { checkoutUrl: null, errors: [{ code: 'ERROR', message: '' }] });
  const submissions: fc.Arbitrary<Reply> = fc.constantFrom<Reply>(
    SUCCESS,
    submitted('SubmitAlreadyAccepted'),
    submitted('SubmitThrottled', { pollAfter: '2020-01-01T00:00:00Z' }),
    FAILED,
    new TypeError('Failed to fetch'),
    () => Promise.resolve(answer({ data: null, errors: [{ message: '' }] })),
    () => slowly(SUCCESS),
    silence,
  );
  const deeds = fc.constantFrom(
    'opened',
    'addressSelected',
    'optionSelected',
    'authorised',
    'closed',
    'wait',
    'signal',
  );

  it('[4.15] [B.03] whatever happens in whatever order, every promise settles and the page leaves once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deeds, { maxLength: 9 }),
        fc.array(replies, { minLength: 1, maxLength: 4 }),
        fc.array(submissions, { minLength: 1, maxLength: 3 }),
        async (script, changes, submits) => {
          const server = scriptedServer({
            cartBuyerIdentityUpdate: changes,
            cartPaymentUpdate: changes,
            cartSubmitForCompletion: submits,
          });
          const sheet = openSheet();
          const { handlers } = sheet;
          const begun: Promise<unknown>[] = [handlers.opened()];
          for (const deed of script)
            switch (deed) {
              case 'opened':
                begun.push(handlers.opened());
                break;
              case 'addressSelected':
                begun.push(handlers.addressSelected(contact()));
                break;
              case 'optionSelected':
                begun.push(handlers.optionSelected('ppl'));
                break;
              case 'authorised':
                begun.push(handlers.authorised(authorisation()));
                break;
              case 'closed':
                handlers.closed({ kind: 'cancelled' });
                break;
              case 'signal':
                sheet.leaving.abort();
                break;
              case 'wait':
                await vi.advanceTimersByTimeAsync(700);
                break;
            }
          await vi.advanceTimersByTimeAsync(10 * AUTHORIZATION_TIMEOUT_MS);
          await Promise.all(begun);
          handlers.closed({ kind: 'cancelled' });
          await vi.advanceTimersByTimeAsync(COMPLETION_GRACE_MS);
          const submitted = server.names().filter((name) => name === 'cartSubmitForCompletion').length;
          const last = submitted === 0 ? FAILED : submits[Math.min(submitted, submits.length) - 1];
          const leaves = sheet.names().filter((name) => name === 'navigate').length;
          // Unless it is certain that there is no order, the page goes where the buyer sees what became of it.
          if (last === FAILED) expect(leaves).toBeLessThanOrEqual(1);
          else expect(leaves).toBe(1);
          await vi.advanceTimersByTimeAsync(REDIRECT_REUSE_MS);
          expect(sheet.names().filter((name) => name === 'free')).toHaveLength(1);
          expect(sheet.lock.tryAcquire()).not.toBeNull();
          const tokens = server.calls.map(({ variables }) => variables['attemptToken']).filter(Boolean);
          // Tokens come one after the other: none returns once another has begun.
          expect(tokens.filter((token, at) => token !== tokens[at - 1])).toHaveLength(new Set(tokens).size);
        },
      ),
      { numRuns: 200 },
    );
  });
});
