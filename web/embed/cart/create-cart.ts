import { CONTEXT_WITH_CONSENT } from './context.ts';
import { LINES_FETCHED } from '../constants.ts';
import type { CartClient } from './client.ts';
import { integer, list, object, text } from './decode.ts';
import { readUserErrors, readWarnings, type CartUserError } from './user-error.ts';
import type { CartOperation, RequestOptions } from './transport.ts';

/** A key and a value that travel with a line. */
export interface CartAttribute {
  readonly key: string;
  readonly value: string;
}

/** One line to put into a new cart; ids in global-id form. */
export interface CartLineInput {
  readonly merchandiseId: string;
  readonly quantity: number;
  readonly sellingPlanId?: string;
  readonly attributes: readonly CartAttribute[];
}

export interface CreateCartInput {
  readonly lines: readonly CartLineInput[];
  readonly discountCodes: readonly string[];
  readonly buyerIdentity: { readonly countryCode: string };
}

export interface Money {
  readonly amount: string;
  readonly currencyCode: string;
}

/** As much of a cart as the decision after its creation needs. */
export interface CreatedCart {
  readonly id: string;
  readonly checkoutUrl: string;
  readonly totalAmount: Money;
  readonly lineQuantities: readonly number[];
}

export interface CreateCartPayload {
  readonly cart: CreatedCart | null;
  readonly userErrors: readonly CartUserError[];
  /** Codes of the warnings. */
  readonly warnings: readonly string[];
}

const OPERATION: CartOperation = {
  name: 'cartCreate',
  query: `mutation cartCreate($input:CartInput!${CONTEXT_WITH_CONSENT}{cartCreate(input:$input){cart{id checkoutUrl cost{totalAmount{amount currencyCode}}lines(first:${LINES_FETCHED}){nodes{quantity}}}userErrors{code field message}warnings{code}}}`,
};

function readCart(value: unknown): CreatedCart {
  const { id, checkoutUrl, cost, lines } = object(value, 'cart');
  const { amount, currencyCode } = object(object(cost, 'cost')['totalAmount'], 'totalAmount');
  return {
    id: text(id, 'id'),
    checkoutUrl: text(checkoutUrl, 'checkoutUrl'),
    totalAmount: { amount: text(amount, 'amount'), currencyCode: text(currencyCode, 'currencyCode') },
    lineQuantities: list(object(lines, 'lines')['nodes'], 'nodes').map((line) =>
      integer(object(line, 'line')['quantity'], 'quantity'),
    ),
  };
}

/** Creates a cart. The answer is the server's word; what follows from it is decided by the flow. */
export async function createCart(
  client: CartClient,
  input: CreateCartInput,
  options: RequestOptions,
): Promise<CreateCartPayload> {
  const { cartCreate } = await client.request(OPERATION, { input }, options);
  const { cart, userErrors, warnings } = object(cartCreate, OPERATION.name);
  return {
    cart: cart === null ? null : readCart(cart),
    userErrors: readUserErrors(userErrors),
    warnings: readWarnings(warnings),
  };
}
