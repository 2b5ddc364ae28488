import { cartClientFailure, type CartClientFailure } from '../embed/cart/error.ts';
import {
  createCartClient,
  createCartStreamClient,
  type CartClientConfig,
} from '../embed/cart/checked-client.ts';
import { prepareCart, submitCart } from '../embed/cart/completion.ts';
import { createCart } from '../embed/cart/create-cart.ts';
import * as operations from '../embed/cart/operations.ts';
import { fetchSubscriptionPolicy } from '../embed/cart/policy.ts';
import { ACCESS_TOKEN, variantOf } from './support/api.js';
import { expectCharged } from './support/books.js';
import { FOR_NOTHING } from './support/free.js';
import { googlePay } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { placements, press, type Placement } from './support/placements.js';
import type { Shop } from './support/shop.js';
import { expect, test } from './support/test.js';
import { payShown } from './support/wallet-scenarios.js';

const configOf = ({ origin }: Shop, more: Partial<CartClientConfig> = {}): CartClientConfig => ({
  origin,
  accessToken: ACCESS_TOKEN,
  country: 'CZ',
  locale: 'cs',
  ...more,
});
const options = () => ({ signal: AbortSignal.timeout(10_000), walletName: 'GooglePay' });

const HOME = {
  firstName: 'Jana',
  lastName: 'Nováková',
  address1: 'Dlouhá 1',
  city: 'Praha',
  zip: '11000',
  country: 'CZ',
};
/** The contact that a wallet shows before payment. */
const ABOUT = { city: 'Praha', zip: '11000', country: 'CZ' };

/** A client, and a cart with one piece. */
async function filled(shop: Shop) {
  const client = createCartClient(configOf(shop));
  const lines = [{ merchandiseId: await variantOf(shop, goods.plain), quantity: 1, attributes: [] }];
  const input = { lines, discountCodes: [], buyerIdentity: { countryCode: 'CZ' } };
  const { cart } = await operations.createSheetCart(client, input, options());
  if (cart === null) throw new Error('no cart was made');
  return { client, input, cart };
}

test.describe('the cart client in a shop where everything is free', () => {
  test.use({ shopOptions: { googlePay: false, furtherSections: FOR_NOTHING } });

  test('[7.10] [7.23] performs every step of a purchase, from the cart to the submission', async ({
    shop,
  }) => {
    const { client, input, cart } = await filled(shop);
    const { id } = cart;
    const made = await createCart(client, input, { ...options(), startsWalletCheckout: true });
    expect(made).toMatchObject({ cart: { lineQuantities: [1] }, userErrors: [] });

    await expect(operations.fetchCart(client, id, options())).resolves.toEqual(cart);
    await expect(operations.fetchCart(client, `${id}x`, options())).resolves.toBeNull();
    const limited = { id, shippingRequired: true, sellingPlan: null };
    await expect(operations.fetchLimitedCart(client, id, options())).resolves.toEqual(limited);

    const attributes = [{ key: 'balení', value: 'dárkové' }];
    const well = { userErrors: [], cart: { id } };
    await expect(operations.updateCartAttributes(client, id, attributes, options())).resolves.toMatchObject(
      well,
    );
    await expect(operations.updateDiscountCodes(client, id, ['LETO'], options())).resolves.toMatchObject({
      userErrors: [],
      cart: { discountCodes: [{ code: 'LETO', applicable: false }] },
    });
    const shown = { address: ABOUT, countryCode: 'CZ', validateAddress: 'COUNTRY_CODE_ONLY' } as const;
    await expect(operations.updateIdentityAndAddress(client, id, shown, options())).resolves.toMatchObject(
      well,
    );
    await expect(prepareCart(client, id, options())).resolves.toMatchObject({
      kind: 'CartStatusNotReady',
      errors: expect.arrayContaining([expect.objectContaining({ code: 'BUYER_IDENTITY_EMAIL_REQUIRED' })]),
    });
    const whole = { email: 'jana@example.cz', address: HOME, validateAddress: 'STRICT' } as const;
    const identified = await operations.updateIdentityAndAddress(client, id, whole, options());
    expect(identified.userErrors).toEqual([]);
    const [group] = identified.cart?.groups ?? [];
    const option = group?.options.at(-1);
    if (!group || !option) throw new Error('no delivery option is offered');
    const selection = [{ deliveryGroupId: group.id, deliveryOptionHandle: option.handle }];
    await expect(operations.selectDeliveryOptions(client, id, selection, options())).resolves.toMatchObject({
      userErrors: [],
      cart: { groups: [{ selectedHandle: option.handle }] },
    });
    await expect(operations.updateBillingAddress(client, id, HOME, options())).resolves.toMatchObject(well);
    const payment = {
      amount: { amount: '0.00', currencyCode: 'CZK' },
      freePaymentMethod: { billingAddress: HOME },
    };
    await expect(operations.updatePayment(client, id, payment, options())).resolves.toMatchObject(well);
    await expect(prepareCart(client, id, options())).resolves.toEqual({ kind: 'CartStatusReady' });
    const submitted = await submitCart(client, id, 'jeden-pokus', options());
    expect(submitted).toMatchObject({ kind: 'SubmitSuccess' });
    await expect(submitCart(client, id, 'jeden-pokus', options())).resolves.toEqual(submitted);
    await expect(submitCart(client, id, 'druhý-pokus', options())).resolves.toEqual({
      kind: 'SubmitAlreadyAccepted',
    });
    const [order, ...others] = shop.orders();
    expect(others).toEqual([]);
    expect(order).toMatchObject({ email: 'jana@example.cz', total: '0.00', attributes });
  });
});

test('[7.07] [7.23] the cart client removes the buyer’s personal data', async ({ shop }) => {
  const { client, cart } = await filled(shop);
  const whole = { email: 'jana@example.cz', address: HOME, validateAddress: 'STRICT' } as const;
  const { cart: known } = await operations.updateIdentityAndAddress(client, cart.id, whole, options());
  expect(known?.groups[0]?.options).not.toEqual([]);
  await operations.removePersonalData(client, cart.id, options());
  await expect(prepareCart(client, cart.id, options())).resolves.toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ code: 'BUYER_IDENTITY_EMAIL_REQUIRED' })]),
  });
});

test('[7.11] [7.25] the cart client fetches the subscription policy', async ({ shop }) => {
  const policy = await fetchSubscriptionPolicy(createCartClient(configOf(shop)), options());
  expect(policy?.title).toMatch(/předplatné/i);
  expect(policy?.body).toContain('zrušit');
});

test.describe('the cart client, with a wrong call or a wrong answer', () => {
  const SHOP = { name: 'shop', query: 'query { shop { name } }' };
  const LATER = { name: 'shop', query: 'query { shop { ... @defer { name } } }' };
  const CODES = {
    name: 'cartDiscountCodesUpdate',
    query: `mutation ($id: ID!, $codes: [String!]!) {
      cartDiscountCodesUpdate(cartId: $id, discountCodes: $codes) {
        userErrors { code }
        ... @defer { cart { note discountCodes { code applicable } } }
      }
    }`,
  };
  const WRONG = { name: 'shop', query: 'query { shop { nothing } }' };

  const complaint = async (asking: Promise<unknown>): Promise<Error & { failure: CartClientFailure }> => {
    const error: unknown = await asking.then(
      () => null,
      (reason: unknown) => reason,
    );
    const failure = cartClientFailure(error);
    if (failure !== null && error instanceof Error) return Object.assign(error, { failure });
    throw new Error('the client did not throw');
  };

  test('[8.05] throws with the specified messages', async ({ shop }) => {
    const client = createCartClient(configOf(shop));
    const stranger = createCartClient(configOf(shop, { accessToken: 'another-token' }));
    await expect(client.request(SHOP, {}, options())).resolves.toEqual({
      shop: { name: 'Sojka & vnučka' },
    });
    for (const [asking, message] of [
      [
        () => client.request(WRONG, {}, options()),
        "An error occurred while fetching from the API. Review 'graphQLErrors' for details.",
      ],
      [
        () => client.request(LATER, {}, options()),
        'This operation will result in a streamable response - use requestStream() instead.',
      ],
      [() => stranger.request(SHOP, {}, options()), 'Unauthorized'],
    ] as const)
      expect((await complaint(asking())).message).toBe(message);
    const { failure } = await complaint(client.request(WRONG, {}, options()));
    expect(failure).toMatchObject({
      kind: 'graphql',
      graphQLErrors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
  });

  test('[7.12] [8.05] reads streamed answers only with requestStream()', async ({ shop }) => {
    const note = 'Žluťoučký kůň 🔔 --graphql';
    const { client: plain, cart } = await filled(shop);
    const query = 'mutation($id:ID!$note:String!){cartNoteUpdate(cartId:$id,note:$note){cart{note}}}';
    await plain.request({ name: 'cartNoteUpdate', query }, { id: cart.id, note }, options());
    const client = createCartStreamClient(configOf(shop));
    const codes = { id: cart.id, codes: ['LETO'] };
    const grown = [];
    for await (const data of client.requestStream(CODES, codes, options())) grown.push(data);
    expect(grown[0]).toEqual({ cartDiscountCodesUpdate: { userErrors: [] } });
    expect(grown.at(-1)).toMatchObject({
      cartDiscountCodesUpdate: {
        userErrors: [],
        cart: { note, discountCodes: [{ code: 'LETO', applicable: false }] },
      },
    });
    expect((await complaint(client.requestStream(SHOP, {}, options()).next())).message).toBe(
      'This operation does not result in a streamable response - use request() instead.',
    );
  });
});

test.describe('a sheet', () => {
  test.use({ shopOptions: { googlePay: true } });

  const [productPage, cartPage] = placements as readonly [Placement, Placement];
  for (const [placement, initial] of [
    [productPage, 'cartCreate'],
    [cartPage, 'cart'],
  ] as const) {
    test(`[7.23] [7.25] on the ${placement.name} page queries its cart once, in its instrument's name, and pays it`, async ({
      page,
      shop,
    }) => {
      await placement.open(page, goods.plain);
      const asked: { operation: string | null; wallet: string | undefined; begins: boolean }[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        const operation = url.searchParams.get('operation_name');
        // The delivery promise belongs to the page, not to the sheet.
        if (!url.pathname.endsWith('/graphql.json') || operation === 'deliveryPromise') return;
        const headers = request.headers();
        asked.push({
          operation,
          wallet: headers['x-wallet-name'],
          begins: headers['x-start-wallet-checkout'] === 'true',
        });
      });
      await press(page, placement);
      await payShown(googlePay, { page, shop, placement });
      expect(asked.map(({ operation }) => operation)).toEqual([
        initial,
        'cartBuyerIdentityUpdate',
        // With carrier rates; then the selected delivery option.
        'cart',
        'cartSelectedDeliveryOptionsUpdate',
        'cartBuyerIdentityUpdate',
        'cartPaymentUpdate',
        'cartSubmitForCompletion',
      ]);
      expect(asked.map(({ begins }) => begins)).toEqual([true, false, false, false, false, false, false]);
      expect(new Set(asked.map(({ wallet }) => wallet))).toEqual(new Set(['GooglePay']));
      await expectCharged(shop, [shop.orders()[0]?.total]);
    });
  }
});
