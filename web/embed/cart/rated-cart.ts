import { CONTEXT } from './context.ts';
import { nullable } from './decode.ts';
import { CART_SNAPSHOT, readSnapshot, type CartSnapshot } from './snapshot.ts';
import type { CartOperation } from './transport.ts';

/** Everything of the cart comes with the carriers' prices: its totals depend on them. */
export const RATED_CART: CartOperation = {
  name: 'cart',
  query: `query cart($id:ID!${CONTEXT}{cart(id:$id){id ...CartSnapshot@defer}}${CART_SNAPSHOT.replace('deliveryGroups(', 'deliveryGroups(withCarrierRates:true,')}`,
};

/** Reads what `RATED_CART` answers as soon as all of it is there. */
export const readRatedCart = (value: unknown): CartSnapshot | null => nullable(readSnapshot)(value, 'cart');
