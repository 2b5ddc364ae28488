import { LINES_FETCHED } from '../constants.ts';
import type { CartClient } from './client.ts';
import { integer, list, object, optional, text } from './decode.ts';
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

export interface CartUserError {
  /** Null where the server has no code for it; then the message is all there is. */
  readonly code: string | null;
  readonly message: string;
}

export interface CreateCartPayload {
  readonly cart: CreatedCart | null;
  readonly userErrors: readonly CartUserError[];
  /** Codes of the warnings. */
  readonly warnings: readonly string[];
}

const OPERATION: CartOperation = {
  name: 'cartCreate',
  query: `mutation cartCreate($input:CartInput!$country:CountryCode$language:LanguageCode)@inContext(country:$country,language:$language){cartCreate(input:$input){cart{id checkoutUrl cost{totalAmount{amount currencyCode}}lines(first:${LINES_FETCHED}){nodes{quantity}}}userErrors{code field message}warnings{code}}}`,
};

const money = (value: unknown, path: string): Money => {
  const { amount, currencyCode } = object(value, path);
  return { amount: text(amount, `${path}.amount`), currencyCode: text(currencyCode, `${path}.currencyCode`) };
};

const cart = (value: unknown, path: string): CreatedCart => {
  const { id, checkoutUrl, cost, lines } = object(value, path);
  return {
    id: text(id, `${path}.id`),
    checkoutUrl: text(checkoutUrl, `${path}.checkoutUrl`),
    totalAmount: money(object(cost, `${path}.cost`)['totalAmount'], `${path}.cost.totalAmount`),
    lineQuantities: list(object(lines, `${path}.lines`)['nodes'], `${path}.lines.nodes`, (line, at) =>
      integer(object(line, at)['quantity'], `${at}.quantity`),
    ),
  };
};

const userError = (value: unknown, path: string): CartUserError => {
  const { code, message } = object(value, path);
  return { code: optional(code, `${path}.code`, text), message: text(message, `${path}.message`) };
};

/** Creates a cart. The answer is the server's word; what follows from it is decided by the flow. */
export async function createCart(
  client: CartClient,
  input: CreateCartInput,
  options: RequestOptions,
): Promise<CreateCartPayload> {
  const { cartCreate } = await client.request(OPERATION, { input }, options);
  const payload = object(cartCreate, 'cartCreate');
  return {
    cart: optional(payload['cart'], 'cartCreate.cart', cart),
    userErrors: list(payload['userErrors'], 'cartCreate.userErrors', userError),
    warnings: list(payload['warnings'], 'cartCreate.warnings', (warning, path) =>
      text(object(warning, path)['code'], path),
    ),
  };
}
