import { describe, expect, it, vi } from 'vitest';
import {
  authorisation,
  contact,
  costing,
  group,
  option,
  payload,
  refused,
  snapshotFields,
} from '../../test/sheet.ts';
import { shown, standStill, toCheckout } from '../../test/shown-sheet.ts';
import { INSTRUMENTS } from '../instruments.ts';
import { readSnapshot } from '../../cart/snapshot.ts';
import { sameTotal } from './cart-changes.ts';

standStill();

/** The answer of a cart with these delivery groups. */
const delivered = (...nodes: readonly object[]) =>
  payload({ cart: snapshotFields({ deliveryGroups: { nodes } }) });

describe('two totals', () => {
  it.each([
    ['1389.00', 'CZK', true],
    ['1389.01', 'CZK', false],
    ['1389.00', 'EUR', false],
  ])('[B.03] of 1389.00 CZK and %s %s are the same to a buyer: %s', (total, currency, expected) => {
    const { cost } = readSnapshot(snapshotFields());
    const other = readSnapshot(snapshotFields({ cost: costing(total, currency) }));
    expect(sameTotal(cost, other.cost)).toBe(expected);
  });
});

describe('the option that the buyer selected', () => {
  const chosen = delivered(group({ selectedDeliveryOption: { handle: 'posta' } }));
  const sent = ({ calls }: Awaited<ReturnType<typeof shown>>['server']) =>
    calls
      .filter(({ name }) => name === 'cartSelectedDeliveryOptionsUpdate')
      .map(({ variables }) => variables['selectedDeliveryOptions']);
  const POSTA = [{ deliveryGroupId: 'group-1', deliveryOptionHandle: 'posta' }];

  it('[4.12] [4.33] is selected again for the next address that offers it', async () => {
    const { server, sheet } = await shown({ cartSelectedDeliveryOptionsUpdate: chosen });
    await sheet.handlers.optionSelected('posta');
    expect(await sheet.handlers.addressSelected(contact({ city: 'Brno' }))).toMatchObject({
      view: { selectedOptionId: 'posta' },
    });
    expect(sent(server)).toEqual([POSTA, POSTA]);
  });

  it('[4.12] gives way to the selected one at an address that does not offer it', async () => {
    const elsewhere = delivered(group({ deliveryOptions: [option('express'), option('ppl')] }));
    const { server, sheet } = await shown({
      cartSelectedDeliveryOptionsUpdate: chosen,
      cartBuyerIdentityUpdate: [payload(), elsewhere],
    });
    await sheet.handlers.optionSelected('posta');
    expect(await sheet.handlers.addressSelected(contact())).toMatchObject({
      view: { selectedOptionId: 'ppl' },
    });
    expect(sent(server)).toHaveLength(1);
  });

  it('[4.33] is forgotten if the server refused it', async () => {
    const { server, sheet } = await shown({
      cartSelectedDeliveryOptionsUpdate: refused('INVALID_DELIVERY_OPTION'),
    });
    expect(await sheet.handlers.optionSelected('posta')).toMatchObject({
      kind: 'show_error',
      errors: [{ subject: 'option', code: 'INVALID_DELIVERY_OPTION' }],
    });
    expect(await sheet.handlers.addressSelected(contact())).toMatchObject({ kind: 'update' });
    expect(sent(server)).toHaveLength(1);
  });

  it('[4.33] is not sent if it is selected already', async () => {
    const { server, sheet } = await shown();
    expect(await sheet.handlers.optionSelected('ppl')).toMatchObject({ kind: 'update' });
    expect(sent(server)).toEqual([]);
  });

  it('[5.14] that is not offered is an error of the sheet’s own', async () => {
    const { sheet } = await shown();
    expect(await sheet.handlers.optionSelected('nic')).toMatchObject({
      errors: [{ code: 'SHIPPING_OPTION_REQUIRED', subject: 'option', field: 'whole' }],
    });
  });
});

describe('several delivery groups', () => {
  const second = (over: object) =>
    group({ id: 'group-2', deliveryOptions: [option('kolo'), option('vlak')], ...over });

  it('[4.33] are all selected if one of them is not yet', async () => {
    const { server } = await shown({
      cartBuyerIdentityUpdate: delivered(group(), second({ selectedDeliveryOption: null })),
    });
    expect(server.calls.at(-1)).toMatchObject({
      name: 'cartSelectedDeliveryOptionsUpdate',
      variables: {
        selectedDeliveryOptions: [
          { deliveryGroupId: 'group-1', deliveryOptionHandle: 'ppl' },
          { deliveryGroupId: 'group-2', deliveryOptionHandle: 'kolo' },
        ],
      },
    });
  });

  it('[8.03] of which one still waits for its carrier lead to the checkout', async () => {
    const empty = { deliveryOptions: [], selectedDeliveryOption: null };
    const { preview, sheet } = await shown({
      cartBuyerIdentityUpdate: delivered(group(empty), second({ ...empty, isPending: true })),
    });
    expect(preview).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_cart_not_ready'));
  });
});

describe('an address', () => {
  it('[5.08] to which nothing is delivered is an error of the sheet’s own', async () => {
    const { preview } = await shown({ cartBuyerIdentityUpdate: delivered() });
    expect(preview).toMatchObject({
      errors: [{ code: 'DELIVERY_NO_DELIVERY_AVAILABLE', subject: 'shipping', field: 'whole' }],
    });
  });
});

describe('a refused address', () => {
  it('[4.12] [7.12] asks for neither carriers’ prices nor an option', async () => {
    const ratedCart = vi.fn(() => Promise.resolve(null));
    const unselected = snapshotFields({
      deliveryGroups: { nodes: [group({ selectedDeliveryOption: null })] },
    });
    const userErrors = [{ code: 'DELIVERY_ADDRESS_REQUIRED', field: [], message: '' }];
    const { preview, server } = await shown(
      { cartBuyerIdentityUpdate: payload({ cart: unselected, userErrors }) },
      { ratedCart },
    );
    expect(preview).toMatchObject({ kind: 'show_error', errors: [{ subject: 'shipping' }] });
    expect(ratedCart).not.toHaveBeenCalled();
    expect(server.names()).toEqual(['cartCreate', 'cartBuyerIdentityUpdate']);
  });

  it('[4.09] [7.12] prices in another currency lead to the checkout, and select nothing', async () => {
    const rated = readSnapshot(snapshotFields({ cost: costing('50.00', 'EUR') }));
    const unselected = delivered(group({ selectedDeliveryOption: null }));
    const { preview, server, sheet } = await shown(
      { cartBuyerIdentityUpdate: unselected },
      { ratedCart: () => Promise.resolve(rated) },
    );
    expect(preview).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_currency_change'));
    expect(server.names()).not.toContain('cartSelectedDeliveryOptionsUpdate');
  });
});

describe('the billing address of goods that are not shipped', () => {
  const digital = payload({
    cart: snapshotFields({
      deliveryGroups: { nodes: [] },
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
    }),
  });
  const over = { instrument: INSTRUMENTS.apple_pay, requiresShipping: false };
  const script = {
    cartCreate: digital,
    cartBuyerIdentityUpdate: digital,
    cartBillingAddressUpdate: digital,
  };

  it.each([
    ['CZ', { countryCode: 'CZ' }],
    ['ZZ', {}],
  ])('[4.12] [5.04] of %s sets the country %j', async (country, identity) => {
    const { server, sheet } = await shown(script, over);
    await sheet.handlers.paymentMethodSelected(contact({ country }));
    const { variables } = server.calls.findLast(({ name }) => name === 'cartBuyerIdentityUpdate') ?? {};
    expect(variables?.['buyerIdentity']).toEqual(identity);
  });

  it('[4.12] is not sent after a refused country', async () => {
    const refusal = {
      ...digital,
      userErrors: refused('INVALID', ['buyerIdentity', 'countryCode'])['userErrors'],
    };
    const { server, sheet } = await shown({ ...script, cartBuyerIdentityUpdate: [digital, refusal] }, over);
    expect(await sheet.handlers.paymentMethodSelected(contact())).toMatchObject({
      kind: 'show_error',
      errors: [{ messageKey: 'errors.invalid.country' }],
    });
    expect(server.names()).not.toContain('cartBillingAddressUpdate');
  });

  it('[5.07] in the Emirates has an emirate, and the delivery address a zone of its own', async () => {
    const zone = refused('ADDRESS_FIELD_IS_REQUIRED', ['billingAddress', 'province'])['userErrors'];
    const { sheet } = await shown(
      { ...script, cartBillingAddressUpdate: { ...digital, userErrors: zone } },
      over,
    );
    expect(await sheet.handlers.paymentMethodSelected(contact({ country: 'AE' }))).toMatchObject({
      errors: [{ subject: 'billing', messageKey: 'errors.missing.emirate' }],
    });
    expect(await sheet.handlers.paymentMethodSelected(contact({ country: 'SK' }))).toMatchObject({
      errors: [{ subject: 'billing', messageKey: 'errors.missing.zone' }],
    });
  });
});

describe('a code of the sheet', () => {
  const withCodes = (...codes: readonly [string, boolean][]) =>
    payload({
      cart: snapshotFields({ discountCodes: codes.map(([code, applicable]) => ({ code, applicable })) }),
    });

  it('[5.08] that does not apply is an error of the sheet’s own, beside others that apply', async () => {
    const { sheet } = await shown({
      cartDiscountCodesUpdate: withCodes(['PODZIM', true], ['VITEJTE', false]),
    });
    expect(await sheet.handlers.couponEntered('VITEJTE')).toMatchObject({
      kind: 'show_error',
      errors: [{ code: 'DISCOUNT_NOT_APPLICABLE', subject: 'coupon', messageKey: 'errors.invalid.discount' }],
    });
  });

  it('[5.08] that the cart has already is sent once', async () => {
    const { server, sheet } = await shown({
      cartBuyerIdentityUpdate: withCodes(['VITEJTE', true]),
      cartDiscountCodesUpdate: withCodes(['VITEJTE', true]),
    });
    expect(await sheet.handlers.couponEntered('Vitejte')).toMatchObject({ kind: 'update' });
    expect(server.calls.at(-1)?.variables['discountCodes']).toEqual(['Vitejte']);
  });

  it('[4.18] is not reported as wrong where something else is', async () => {
    const cart = snapshotFields();
    const userErrors = [{ code: 'CAPTCHA_COMPLETION_REQUIRED', field: [], message: '' }];
    const { sheet } = await shown({ cartDiscountCodesUpdate: payload({ cart, userErrors }) });
    expect(await sheet.handlers.couponEntered('VITEJTE')).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_captcha_required'));
  });
});

describe('a payment', () => {
  it('[8.10] [B.03] that changes the total is not submitted', async () => {
    const { server, sheet } = await shown({
      cartPaymentUpdate: payload({ cart: snapshotFields({ cost: costing('1400.00') }) }),
    });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_dynamic_tax'));
    expect(server.names()).not.toContain('cartSubmitForCompletion');
  });

  it('[4.18] that is refused says so, though the total changed with it', async () => {
    const cart = snapshotFields({ cost: costing('1400.00') });
    const userErrors = [{ code: 'PAYMENT_CARD_DECLINED', field: [], message: '' }];
    const { sheet } = await shown({ cartPaymentUpdate: payload({ cart, userErrors }) });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({
      kind: 'show_error',
      errors: [{ code: 'PAYMENT_CARD_DECLINED' }],
    });
  });

  it('[4.17] of a wrong amount is hopeless if its tax is known, whatever else is not ready', async () => {
    const userErrors = [
      { code: 'PENDING_DELIVERY_GROUPS', field: [], message: '' },
      { code: 'INVALID_PAYMENT', field: ['payment', 'amount'], message: '' },
    ];
    const { server, sheet } = await shown({ cartPaymentUpdate: payload({ userErrors }) });
    expect(await sheet.handlers.authorised(authorisation())).toMatchObject({ kind: 'end' });
    expect(sheet.last('navigate')).toBe(toCheckout('wallet_cart_not_ready'));
    expect(server.names().filter((name) => name === 'cartPaymentUpdate')).toHaveLength(1);
  });

  it('[4.17] that is not ready for another reason is repeated, though its tax is known', async () => {
    const { sheet } = await shown({ cartPaymentUpdate: [refused('PENDING_DELIVERY_GROUPS'), payload()] });
    const done = sheet.handlers.authorised(authorisation());
    await vi.advanceTimersByTimeAsync(500);
    expect(await done).toEqual({ kind: 'complete' });
  });
});
