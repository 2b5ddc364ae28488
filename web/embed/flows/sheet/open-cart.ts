import type { SheetRequest } from '../request.ts';
import { UPDATE, type SheetAction } from './actions.ts';
import type { SheetCart } from './sheet-cart.ts';

/** Creates or fetches the cart, unless that is done, and checks whether this sheet can sell it. */
export async function openCart(
  cart: SheetCart,
  { instrument, requiresShipping, hasSellingPlan }: SheetRequest,
  signal: AbortSignal,
): Promise<SheetAction> {
  if (cart.latest !== null) return UPDATE;
  const action = await cart.open(signal);
  if (action.kind !== 'update') return action;
  if (!cart.requiresShipping && instrument.shippedOnly)
    return { kind: 'abort', abort: { kind: 'digital_cart' } };
  // The sheet does not ask for the address, or offers cards that cannot be charged again: the checkout can do both.
  const isShort = (cart.requiresShipping && !requiresShipping) || (cart.hasSellingPlan && !hasSellingPlan);
  return isShort ? { kind: 'decelerate', reason: 'cart_not_ready' } : action;
}
