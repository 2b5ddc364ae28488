import { readRatedCart, RATED_CART } from '../../cart/rated-cart.ts';
import type { CartSnapshot } from '../../cart/snapshot.ts';
import { streamClientOf } from '../../cart/stream.ts';
import type { RequestOptions, Shop } from '../../cart/transport.ts';

/**
 * The cart with the prices of its carriers, which come in a part of their own (row 7.12); null where there is none, or
 * none any more.
 */
export async function fetchRatedCart(
  shop: Shop,
  cartId: string,
  options: RequestOptions,
): Promise<CartSnapshot | null> {
  const { requestStream } = streamClientOf(shop);
  let latest: Readonly<Record<string, unknown>> = {};
  for await (const data of requestStream(RATED_CART, { id: cartId }, options)) latest = data;
  return readRatedCart(latest['cart']);
}
