import type { DemoProduct } from './goods.js';
import type { Shop } from './shop.js';

/** The access token of the demo's configuration. */
export const ACCESS_TOKEN = 'sojka-verejny-ukazkovy-token';

/** The API's URL that public clients derive from a shop's origin. */
export const apiUrl = (shop: Shop, version = '2026-04'): string =>
  `${shop.origin}/api/${version}/graphql.json`;

/** Calls the cart API, as a storefront's server does. */
export const ask = (shop: Shop, body: object, init: RequestInit = {}): Promise<Response> =>
  fetch(apiUrl(shop), {
    ...init,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Storefront-Access-Token': ACCESS_TOKEN },
    body: JSON.stringify(body),
  });

/** The global id of a product's first variant. */
export async function variantOf(shop: Shop, { handle }: DemoProduct): Promise<string> {
  const query = 'query($handle:String!){product(handle:$handle){variants(first:1){nodes{id}}}}';
  const response = await ask(shop, { query, variables: { handle } });
  const { data } = (await response.json()) as {
    data: { product: { variants: { nodes: { id: string }[] } } | null };
  };
  const id = data.product?.variants.nodes[0]?.id;
  if (id === undefined) throw new Error(`no product ${handle}`);
  return id;
}
