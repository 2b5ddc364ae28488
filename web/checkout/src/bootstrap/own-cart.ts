import { hasMade } from '../../../base/made-cart.ts';
import type { CheckoutData } from './data.ts';

/** Whether this browser made the cart. A link to somebody else's must not get what is known of the buyer. */
export const isOwnCart = ({ cartId, ownCart }: Pick<CheckoutData, 'cartId' | 'ownCart'>): boolean =>
  ownCart || hasMade(cartId);
