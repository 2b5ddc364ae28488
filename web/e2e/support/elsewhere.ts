import { ACCESS_TOKEN } from './api.js';
import type { Shop } from './shop.js';

const ADDRESS = {
  firstName: 'Jana',
  lastName: 'Nováková',
  address1: 'Údolní 12',
  city: 'Brno',
  zip: '602 00',
  country: 'CZ',
};

async function call(
  shop: Shop,
  query: string,
  variables: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${shop.origin}/api/unstable/graphql.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Storefront-Access-Token': ACCESS_TOKEN },
    body: JSON.stringify({ query, variables }),
  });
  const answer = (await response.json()) as { data?: Record<string, unknown>; errors?: unknown };
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

const CART =
  'cart{cost{totalAmount{amount currencyCode}} deliveryGroups(first:1){nodes{id}}} userErrors{code}';

interface CartPayload {
  readonly cart: {
    readonly cost: { readonly totalAmount: Record<string, string> };
    readonly deliveryGroups: { readonly nodes: readonly { readonly id: string }[] };
  };
}

/** Orders a cart by bank transfer over the API, like the same buyer in another tab. */
export async function orderElsewhere(shop: Shop, cartId: string): Promise<void> {
  const identity = await call(
    shop,
    `mutation($id:ID!,$who:CartBuyerIdentityInput!){cartBuyerIdentityUpdate(cartId:$id,buyerIdentity:$who){${CART}}}`,
    {
      id: cartId,
      who: {
        email: 'jana.novakova@example.cz',
        countryCode: 'CZ',
        deliveryAddressPreferences: [{ deliveryAddress: ADDRESS }],
      },
    },
  );
  const group = (identity['cartBuyerIdentityUpdate'] as CartPayload).cart.deliveryGroups.nodes[0];
  const delivery = await call(
    shop,
    `mutation($id:ID!,$chosen:[CartSelectedDeliveryOptionInput!]!){cartSelectedDeliveryOptionsUpdate(cartId:$id,selectedDeliveryOptions:$chosen){${CART}}}`,
    { id: cartId, chosen: [{ deliveryGroupId: group?.id, deliveryOptionHandle: 'ppl' }] },
  );
  const { totalAmount } = (delivery['cartSelectedDeliveryOptionsUpdate'] as CartPayload).cart.cost;
  await call(
    shop,
    `mutation($id:ID!,$payment:CartPaymentInput!){cartPaymentUpdate(cartId:$id,payment:$payment){${CART}}}`,
    {
      id: cartId,
      payment: {
        amount: totalAmount,
        manualPaymentMethod: { handle: 'bank_transfer', billingAddress: ADDRESS },
      },
    },
  );
  const submitted = await call(
    shop,
    'mutation($id:ID!,$token:String!){cartSubmitForCompletion(cartId:$id,attemptToken:$token){result{__typename}}}',
    { id: cartId, token: `elsewhere-${String(Date.now())}` },
  );
  const { result } = submitted['cartSubmitForCompletion'] as { result: { __typename: string } | null };
  if (result?.__typename !== 'SubmitSuccess') throw new Error(`not ordered: ${String(result?.__typename)}`);
}

/** The handles of a cart's current delivery options. */
export async function offeredDelivery(shop: Shop, cartId: string): Promise<string[]> {
  const { cart } = (await call(
    shop,
    'query($id:ID!){cart(id:$id){deliveryGroups(first:1){nodes{deliveryOptions{handle}}}}}',
    { id: cartId },
  )) as {
    cart: { deliveryGroups: { nodes: { deliveryOptions: { handle: string }[] }[] } } | null;
  };
  return (cart?.deliveryGroups.nodes[0]?.deliveryOptions ?? []).map(({ handle }) => handle);
}
