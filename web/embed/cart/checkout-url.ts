import { member, nullable, text } from '../../base/decode.ts';
import type { CartClient } from './client.ts';
import { CONTEXT } from './context.ts';
import type * as api from './documents.types.ts';
import { runOperation } from './run-operation.ts';
import type { CartOperation, RequestOptions } from './transport.ts';

export const CHECKOUT_URL: CartOperation<api.CheckoutUrlDocument> = {
  name: 'cart',
  query: `query cart($id:ID!${CONTEXT}{cart(id:$id){checkoutUrl}}`,
};

const checkoutUrl = nullable(member('checkoutUrl', text));

/** The address of a cart's checkout; null if the cart does not exist, or no longer does. */
export const fetchCheckoutUrl = (
  client: CartClient,
  cartId: string,
  options: RequestOptions,
): Promise<string | null> => runOperation(client, CHECKOUT_URL, { id: cartId }, options, checkoutUrl);
