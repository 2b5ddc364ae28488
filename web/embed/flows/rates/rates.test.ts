import { afterEach, describe, expect, it, vi } from 'vitest';
import { sent, stubFetch } from '../../test/api.ts';
import { snapshotFields } from '../../test/sheet.ts';
import { fetchRatedCart } from './index.ts';

const CONFIG = { origin: 'https://shop.example', accessToken: 't', country: 'CZ', language: 'CS' };
const ID = 'gid://shopify/Cart/ZTOKEN?key=abc';

/** An answer in parts, as the API streams it. */
const inParts = (...parts: unknown[]): Response =>
  new Response(
    `--graphql${parts.map((part) => `\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(part)}\r\n--graphql`).join('')}--\r\n`,
    { headers: { 'Content-Type': 'multipart/mixed; boundary="graphql"; deferSpec=20220824' } },
  );

const options = () => ({ signal: new AbortController().signal });

afterEach(() => vi.unstubAllGlobals());

describe("the cart with its carriers' prices", () => {
  it('[7.12] requests withCarrierRates in a deferred part, and is read when complete', async () => {
    const fetched = stubFetch(
      inParts(
        { data: { cart: { id: ID } }, hasNext: true },
        { incremental: [{ path: ['cart'], data: snapshotFields() }], hasNext: false },
      ),
    );
    const cart = await fetchRatedCart(CONFIG, ID, options());
    expect(cart?.groups[0]?.options.map(({ handle }) => handle)).toEqual(['ppl', 'posta']);
    const { query, variables } = sent(fetched).body;
    expect(query).toMatch(/\.\.\.CartSnapshot@defer/);
    expect(query).toMatch(/deliveryGroups\(withCarrierRates:true,first:10\)/);
    expect(variables).toMatchObject({ id: ID });
  });

  it('[7.12] is null if the cart no longer exists', async () => {
    stubFetch(inParts({ data: { cart: null }, hasNext: false }));
    expect(await fetchRatedCart(CONFIG, ID, options())).toBeNull();
  });

  it('[7.12] a part that failed is a failure, and an abort ends it', async () => {
    stubFetch(
      inParts(
        { data: { cart: { id: ID } }, hasNext: true },
        {
          incremental: [{ path: ['cart'], data: null, errors: [{ message: 'internal error' }] }],
          hasNext: false,
        },
      ),
    );
    await expect(fetchRatedCart(CONFIG, ID, options())).rejects.toThrow('graphQLErrors');
    await expect(fetchRatedCart(CONFIG, ID, { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
