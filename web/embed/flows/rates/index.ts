import { readRatedCart, RATED_CART } from '../../cart/rated-cart.ts';
import type { CartSnapshot } from '../../cart/snapshot.ts';
import { streamClientOf } from '../../cart/stream.ts';
import type { RequestOptions, Shop } from '../../cart/transport.ts';

/**
 * Fetches the cart with its carrier rates, which the server streams in a later part (row 7.12). Null if the cart does not
 * exist or no longer exists.
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
