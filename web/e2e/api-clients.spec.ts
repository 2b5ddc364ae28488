import { createGraphQLClient, type GraphQLClient } from '@shopify/graphql-client';
import { createStorefrontApiClient, type StorefrontApiClient } from '@shopify/storefront-api-client';
import { ACCESS_TOKEN, apiUrl, variantOf } from './support/api.js';
import { fill, large, LITTLE_MEMORY } from './support/full-shop.js';
import { goods } from './support/goods.js';
import type { Shop } from './support/shop.js';
import { expect, test } from './support/test.js';

interface Options {
  readonly token?: string;
  readonly retries?: number;
  readonly fetch?: typeof fetch;
}

function clientOf(
  shop: Shop,
  { token = ACCESS_TOKEN, retries = 0, fetch: send = fetch }: Options = {},
): GraphQLClient {
  return createGraphQLClient({
    url: apiUrl(shop),
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Storefront-Access-Token': token },
    retries,
    customFetchApi: (url, init) => send(url, init),
  });
}

/** The Storefront API client. It allows only HTTPS and the shop under test serves HTTP, so `customFetchApi` rewrites its URLs. */
function storefrontClientOf(
  shop: Shop,
  { token = ACCESS_TOKEN, retries = 0, fetch: send = fetch }: Options = {},
): StorefrontApiClient {
  return createStorefrontApiClient({
    storeDomain: shop.origin,
    apiVersion: '2026-04',
    publicAccessToken: token,
    clientName: 'storefront',
    retries,
    customFetchApi: (url, init) => send(url.replace(/^https:/, 'http:'), init),
  });
}

const SHOP = 'query { shop { name } }';
const NAME = { shop: { name: 'Sojka & vnučka' } };
const NOTE =
  'mutation ($id: ID!, $note: String!) { cartNoteUpdate(cartId: $id, note: $note) { cart { note } } }';
const CREATE =
  'mutation ($input: CartInput) { cartCreate(input: $input) { cart { id } userErrors { code } } }';
const CODES = `mutation ($id: ID!, $codes: [String!]!) {
  cartDiscountCodesUpdate(cartId: $id, discountCodes: $codes) {
    userErrors { code }
    ... @defer { cart { note discountCodes { code applicable } deliveryGroups(first: 10, withCarrierRates: true) { nodes { id } } } }
  }
}`;

/** A cart whose note contains all kinds of letters. */
async function newCart(shop: Shop, note: string): Promise<string> {
  const lines = [{ merchandiseId: await variantOf(shop, goods.plain) }];
  const input = { note, lines, buyerIdentity: { countryCode: 'CZ' } };
  const { data } = await clientOf(shop).request<{ cartCreate: { cart: { id: string } } }>(CREATE, {
    variables: { input },
  });
  return data?.cartCreate.cart.id ?? '';
}

const LITTLE_TIME = '[limits]\nrequest_seconds = 2\n';

/** A request whose body arrives so late that a shop with a short deadline cannot answer it in time. */
function dawdling(init?: RequestInit): RequestInit & { duplex: 'half' } {
  const { body } = new Response(init?.body);
  const late = new TransformStream<Uint8Array, Uint8Array>({
    transform: async (bytes, controller) => {
      // The headers are sent only with the first part of the body.
      controller.enqueue(bytes.subarray(0, 1));
      await new Promise((done) => setTimeout(done, 2500));
      controller.enqueue(bytes.subarray(1));
    },
  });
  return { ...init, body: body?.pipeThrough(late) ?? null, duplex: 'half' };
}

test.describe('the public GraphQL client', () => {
  test('[B.04] reads answers and errors', async ({ shop }) => {
    const client = clientOf(shop);
    await expect(client.request(SHOP)).resolves.toMatchObject({ data: NAME });
    const wrong = await client.request('query { shop { nothing } }');
    expect(wrong.data).toBeUndefined();
    expect(wrong.errors?.message).toBe(
      "GraphQL Client: An error occurred while fetching from the API. Review 'graphQLErrors' for details.",
    );
    expect(wrong.errors?.networkStatusCode).toBe(200);
    expect(wrong.errors?.graphQLErrors).toHaveLength(1);
    const stranger = await clientOf(shop, { token: 'another-token' }).request(SHOP);
    expect(stranger.errors).toMatchObject({
      networkStatusCode: 401,
      message: 'GraphQL Client: Unauthorized',
    });
  });

  test('[B.04] [7.12] reads a streamed answer part by part', async ({ shop }) => {
    const note = 'Žluťoučký kůň 🔔 --graphql';
    const id = await newCart(shop, note);
    const stream = await clientOf(shop).requestStream(CODES, { variables: { id, codes: ['LETO'] } });
    const answers = [];
    for await (const answer of stream) answers.push(answer);
    const [first] = answers;
    const last = answers.at(-1);
    expect(first).toMatchObject({ data: { cartDiscountCodesUpdate: { userErrors: [] } } });
    expect(last).toMatchObject({
      hasNext: false,
      data: {
        cartDiscountCodesUpdate: {
          userErrors: [],
          cart: {
            note,
            discountCodes: [{ code: 'LETO', applicable: false }],
            deliveryGroups: { nodes: [{}] },
          },
        },
      },
    });
    expect(last?.errors).toBeUndefined();
  });

  test('[B.04] refuses a streamed operation as a plain one, and vice versa', async ({ shop }) => {
    const client = clientOf(shop);
    await expect(client.request(CODES)).rejects.toThrow('use requestStream() instead');
    await expect(client.requestStream(SHOP)).rejects.toThrow('use request() instead');
    const atOnce = CODES.replace('... @defer {', '... {');
    const refused = await client.request(atOnce, { variables: { id: 'x', codes: [] } });
    expect(refused.errors?.graphQLErrors?.[0]).toMatchObject({
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
  });

  test('[B.04] [7.02] retries until the shop is back', async ({ shop }) => {
    await shop.kill();
    let asked = 0;
    const client = clientOf(shop, {
      retries: 3,
      fetch: async (url, init) => {
        asked += 1;
        if (asked === 3) await shop.start();
        return fetch(url, init);
      },
    });
    await expect(client.request(SHOP)).resolves.toMatchObject({ data: NAME });
    expect(asked).toBe(3);
  });

  test('[B.04] [7.02] reports how often it has retried in vain', async ({ shop }) => {
    await shop.kill();
    const { errors } = await clientOf(shop, { retries: 1 }).request(SHOP);
    expect(errors?.message).toMatch(/^GraphQL Client: Attempted maximum number of 1 network retries\./);
  });
});

test.describe('the public GraphQL client at an overloaded shop', () => {
  test.use({ shopOptions: { googlePay: false, furtherSections: LITTLE_MEMORY } });

  test('[B.04] [7.02] retries until the shop admits the request', async ({ shop }) => {
    const makeRoom = await fill(shop);
    const statuses: number[] = [];
    const client = clientOf(shop, {
      retries: 3,
      fetch: async (url, init) => {
        if (statuses.length === 2) await makeRoom();
        const response = await fetch(url, init);
        statuses.push(response.status);
        return response;
      },
    });
    await expect(client.request(SHOP, large)).resolves.toMatchObject({ data: NAME });
    expect(statuses).toEqual([429, 429, 200]);
  });

  test('[B.04] [7.02] passes on the refusal', async ({ shop }) => {
    const makeRoom = await fill(shop);
    const { data, errors } = await clientOf(shop, { retries: 1 }).request<unknown>(SHOP, large);
    expect(data).toBeUndefined();
    expect(errors?.networkStatusCode).toBe(429);
    await expect(clientOf(shop).request(SHOP)).resolves.toMatchObject({ data: NAME });
    await makeRoom();
  });
});

test.describe('the public Storefront API client', () => {
  test('[B.04] [7.01] works with its own headers', async ({ shop }) => {
    const sent: Request[] = [];
    const client = storefrontClientOf(shop, {
      fetch: (url, init) => {
        const request = new Request(url, init);
        sent.push(request);
        return fetch(request.clone());
      },
    });
    await expect(client.request(SHOP)).resolves.toMatchObject({ data: NAME });
    expect(sent[0]?.url).toBe(apiUrl(shop));
    expect(sent[0]?.headers.get('Accept')).toBe('application/json');

    const id = await newCart(shop, 'Nezvonit');
    const stream = await client.requestStream(CODES, { variables: { id, codes: [] } });
    const answers = [];
    for await (const answer of stream) answers.push(answer);
    expect(answers.at(-1)).toMatchObject({
      hasNext: false,
      data: { cartDiscountCodesUpdate: { cart: { note: 'Nezvonit', discountCodes: [] } } },
    });
  });

  test('[B.04] passes on the shop’s errors', async ({ shop }) => {
    const client = storefrontClientOf(shop);
    const wrong = await client.request('query { shop { nothing } }');
    expect(wrong.data).toBeUndefined();
    expect(wrong.errors).toMatchObject({
      networkStatusCode: 200,
      graphQLErrors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
    const stranger = storefrontClientOf(shop, { token: 'another-token' });
    const refused = { networkStatusCode: 401, message: 'GraphQL Client: Unauthorized' };
    await expect(stranger.request(SHOP)).resolves.toMatchObject({ errors: refused });
    const stream = await stranger.requestStream(CODES, { variables: { id: 'x', codes: [] } });
    const answers = [];
    for await (const answer of stream) answers.push(answer);
    expect(answers).toMatchObject([{ errors: refused, hasNext: false }]);
  });
});

test.describe('the public Storefront API client at a shop that answers too late', () => {
  test.use({ shopOptions: { googlePay: false, furtherSections: LITTLE_TIME, inlineDeadline: 1000 } });

  test('[B.04] [7.02] retries until it is answered in time', async ({ shop }) => {
    const id = await newCart(shop, '');
    let tries = 0;
    // Each request makes another change, because the server returns a stored answer at once.
    await expect(async () => {
      tries += 1;
      const note = `Nezvonit, ${String(tries)}`;
      const statuses: number[] = [];
      const client = storefrontClientOf(shop, {
        retries: 3,
        fetch: async (url, init) => {
          const response = await fetch(url, statuses.length === 0 ? dawdling(init) : init);
          statuses.push(response.status);
          return response;
        },
      });
      const answer = await client.request(NOTE, { variables: { id, note } });
      expect(answer).toMatchObject({ data: { cartNoteUpdate: { cart: { note } } } });
      expect(statuses[0]).toBe(503);
      expect(statuses.at(-1)).toBe(200);
    }).toPass({ timeout: 60_000 });
  });
});
