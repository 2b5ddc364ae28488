import { type Decoder, nullable } from '../../base/decode.ts';
import { decodeAnswer } from './run-operation.ts';
import { CONTEXT } from './context.ts';
import type { RatedCartDocument } from './documents.types.ts';
import { CART_SNAPSHOT, snapshot, type CartSnapshot } from './snapshot.ts';
import type { CartOperation } from './transport.ts';

/** The whole cart arrives together with the carriers' prices, because its totals depend on them. */
export const RATED_CART: CartOperation<RatedCartDocument> = {
  name: 'cart',
  query: `query cart($id:ID!${CONTEXT}{cart(id:$id){id ...CartSnapshot@defer}}${CART_SNAPSHOT.replace('deliveryGroups(', 'deliveryGroups(withCarrierRates:true,')}`,
};

/** Reads the answer to `RATED_CART` when it is complete. */
export const readRatedCart = (value: unknown): CartSnapshot | null =>
  decodeAnswer(nullable(snapshot) satisfies Decoder<unknown, RatedCartDocument['answer']>, value, 'cart');
