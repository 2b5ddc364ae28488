import { createCartHandler, createStorefrontClient, decodeEncodedVariant } from '@shopify/hydrogen';
import { ACCESS_TOKEN, variantOf } from './support/api.js';
import { goods } from './support/goods.js';
import type { Shop } from './support/shop.js';
import { expect, test } from './support/test.js';

/** The names of the sent operations, without repeats. */
class Recorder {
  readonly names = new Set<string>();
  readonly #fetch = globalThis.fetch;

  start(): void {
    globalThis.fetch = (input, init) => {
      const body = typeof init?.body === 'string' ? init.body : '{}';
      const { query = '' } = JSON.parse(body) as { query?: string };
      const name = /(?:query|mutation)\s+(\w+)/.exec(query)?.[1];
      if (name !== undefined) this.names.add(name);
      return this.#fetch(input, init);
    };
  }

  stop(): void {
    globalThis.fetch = this.#fetch;
  }
}

function storefrontOf(shop: Shop): ReturnType<typeof createStorefrontClient>['storefront'] {
  return createStorefrontClient({
    storeDomain: shop.origin,
    publicStorefrontToken: ACCESS_TOKEN,
    storefrontApiVersion: '2026-04',
    i18n: { country: 'CZ', language: 'CS' },
  }).storefront;
}

test.describe("Hydrogen's own clients", () => {
  const recorder = new Recorder();

  test.beforeEach(() => {
    recorder.start();
  });
  test.afterEach(() => {
    recorder.stop();
  });

  test('[B.04] every document of the cart handler is executed', async ({ shop }) => {
    let cartId = '';
    const cart = createCartHandler({
      storefront: storefrontOf(shop),
      getCartId: () => cartId,
      setCartId: (id) => {
        cartId = id;
        return new Headers();
      },
    });
    const merchandiseId = await variantOf(shop, goods.plain);
    const created = await cart.create({ lines: [{ merchandiseId, quantity: 1 }], discountCodes: ['LETO'] });
    expect(created.warnings?.map(({ code }) => code)).toEqual(['DISCOUNT_NOT_FOUND']);
    cartId = created.cart.id;

    const changes: readonly (readonly [string, () => Promise<{ userErrors?: unknown; errors?: unknown }>])[] =
      [
        ['addLines', () => cart.addLines([{ merchandiseId, quantity: 1 }])],
        ['updateNote', () => cart.updateNote('Nezvonit')],
        ['updateAttributes', () => cart.updateAttributes([{ key: 'Dárek', value: 'ano' }])],
        ['updateDiscountCodes', () => cart.updateDiscountCodes(['ZIMA'])],
        [
          'updateBuyerIdentity',
          () => cart.updateBuyerIdentity({ email: 'jana@example.cz', countryCode: 'CZ' }),
        ],
        ['updateGiftCardCodes', () => cart.updateGiftCardCodes(['DAREK-SOJKA-2026'])],
        ['addGiftCardCodes', () => cart.addGiftCardCodes(['DAREK-VNUCKA-2026'])],
        ['removeGiftCardCodes', () => cart.removeGiftCardCodes([])],
        [
          'setMetafields',
          () => cart.setMetafields([{ key: 'gift.from', type: 'single_line_text_field', value: 'Jana' }]),
        ],
        ['deleteMetafield', () => cart.deleteMetafield('gift.from')],
        ['addDeliveryAddresses', () => cart.addDeliveryAddresses([{ address: { deliveryAddress: brno } }])],
      ];
    for (const [name, change] of changes) {
      const { userErrors, errors } = await change();
      expect.soft({ name, userErrors, errors }).toEqual({ name, userErrors: [], errors: undefined });
    }

    const filled = await cart.get();
    expect(filled?.note).toBe('Nezvonit');
    expect(filled?.discountCodes).toEqual([{ code: 'ZIMA', applicable: false }]);
    expect(filled?.buyerIdentity.email).toBe('jana@example.cz');
    const line = filled?.lines.edges[0]?.node;
    expect(line?.quantity).toBe(2);

    const { addressId, groupId } = await delivery(shop, cartId);
    const later: typeof changes = [
      ['updateLines', () => cart.updateLines([{ id: line?.id ?? '', quantity: 3 }])],
      [
        'updateSelectedDeliveryOption',
        () => cart.updateSelectedDeliveryOption([{ deliveryGroupId: groupId, deliveryOptionHandle: 'ppl' }]),
      ],
      [
        'updateDeliveryAddresses',
        () => cart.updateDeliveryAddresses([{ id: addressId, address: { deliveryAddress: praha } }]),
      ],
      [
        'replaceDeliveryAddresses',
        () => cart.replaceDeliveryAddresses([{ address: { deliveryAddress: brno } }]),
      ],
      ['removeDeliveryAddresses', () => cart.removeDeliveryAddresses([addressId])],
      ['removeLines', () => cart.removeLines([line?.id ?? ''])],
    ];
    for (const [name, change] of later) {
      const { userErrors, errors } = await change();
      expect.soft({ name, userErrors, errors }).toEqual({ name, userErrors: [], errors: undefined });
    }
    expect((await cart.get())?.totalQuantity).toBe(0);
    expect([...recorder.names].filter((name) => name !== 'Delivery')).toHaveLength(19);
  });

  test('[B.04] the queries of its storefronts read products', async ({ shop }) => {
    const { product } = (await storefrontOf(shop).query(PRODUCT, {
      variables: {
        handle: goods.variants.handle,
        selectedOptions: [{ name: 'velikost', value: goods.variants.pick[0] }],
      },
    })) as { product: ProductAnswer | null };
    expect(product?.handle).toBe(goods.variants.handle);
    const existing = decodeEncodedVariant(product?.encodedVariantExistence ?? '');
    const all = product?.variants.nodes ?? [];
    const places = all.map(({ selectedOptions }) =>
      selectedOptions.map(({ name, value }) =>
        (product?.options ?? [])
          .find((option) => option.name === name)
          ?.optionValues.findIndex((known) => known.name === value),
      ),
    );
    expect(sorted(existing)).toEqual(sorted(places));
    const available = all.flatMap(({ availableForSale }, at) => (availableForSale ? [places[at]] : []));
    expect(available.length).toBeLessThan(all.length);
    const decoded = decodeEncodedVariant(product?.encodedVariantAvailability ?? '');
    expect(sorted(decoded)).toEqual(sorted(available));
    expect(product?.selectedOrFirstAvailableVariant?.availableForSale).toBe(true);
  });
});

const sorted = (rows: unknown): string[] =>
  (rows as unknown[][]).map((row) => row.join(',')).sort((one, other) => one.localeCompare(other));

const brno = {
  firstName: 'Jana',
  lastName: 'Nováková',
  address1: 'Údolní 12',
  city: 'Brno',
  zip: '602 00',
  countryCode: 'CZ',
} as const;
const praha = { ...brno, address1: 'Dlouhá 1', city: 'Praha', zip: '110 00' } as const;

/** The IDs of a cart's address and delivery group, which the handler's documents do not select. */
async function delivery(shop: Shop, cartId: string): Promise<{ addressId: string; groupId: string }> {
  const query =
    'query Delivery($id:ID!){cart(id:$id){delivery{addresses{id}}deliveryGroups(first:1){nodes{id}}}}';
  const { cart } = (await storefrontOf(shop).query(query, { variables: { id: cartId } })) as {
    cart: { delivery: { addresses: { id: string }[] }; deliveryGroups: { nodes: { id: string }[] } } | null;
  };
  return {
    addressId: cart?.delivery.addresses[0]?.id ?? '',
    groupId: cart?.deliveryGroups.nodes[0]?.id ?? '',
  };
}

interface ProductAnswer {
  readonly handle: string;
  readonly encodedVariantExistence: string;
  readonly encodedVariantAvailability: string;
  readonly options: readonly { name: string; optionValues: readonly { name: string }[] }[];
  readonly variants: {
    nodes: readonly {
      availableForSale: boolean;
      selectedOptions: readonly { name: string; value: string }[];
    }[];
  };
  readonly selectedOrFirstAvailableVariant: { availableForSale: boolean } | null;
}

const PRODUCT = `#graphql
  fragment Money on MoneyV2 { amount currencyCode }
  fragment Variant on ProductVariant {
    availableForSale id title sku price { ...Money } compareAtPrice { ...Money } unitPrice { ...Money }
    selectedOptions { name value } product { title handle }
    image { __typename id url altText width height }
  }
  query Product($country: CountryCode, $language: LanguageCode, $handle: String!, $selectedOptions: [SelectedOptionInput!]!)
  @inContext(country: $country, language: $language) {
    product(handle: $handle) {
      id title vendor handle descriptionHtml description encodedVariantExistence encodedVariantAvailability
      options {
        name
        optionValues {
          name firstSelectableVariant { ...Variant }
          swatch { color image { previewImage { url } } }
        }
      }
      variants(first: 250) { nodes { ...Variant } }
      selectedOrFirstAvailableVariant(selectedOptions: $selectedOptions, ignoreUnknownOptions: true, caseInsensitiveMatch: true) { ...Variant }
      adjacentVariants(selectedOptions: $selectedOptions) { ...Variant }
      seo { description title }
    }
  }`;
