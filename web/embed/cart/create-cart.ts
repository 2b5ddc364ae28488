import { type Decoded, integer, mapped, member, nullable, object, text } from '../../base/decode.ts';
import { LINES_FETCHED } from '../constants.ts';
import { runOperation } from './run-operation.ts';
import type { CartClient } from './client.ts';
import { CONTEXT_WITH_CONSENT } from './consent-context.ts';
import { nodes } from './decode.ts';
import type * as api from './documents.types.ts';
import type { CartOperation, RequestOptions } from './transport.ts';
import { userErrors, warningCodes } from './user-error.ts';

/** A key and a value attached to a line. */
export type CartAttribute = api.AttributeInput;

/** One line to put into a new cart; ids in global-id form. */
export type CartLineInput = api.CartLineInput;

export type CreateCartInput = Pick<api.CartInput, 'lines' | 'discountCodes' | 'buyerIdentity'>;

export const CREATE_CART: CartOperation<api.CreateCartDocument> = {
  name: 'cartCreate',
  query: `mutation cartCreate($input:CartInput!${CONTEXT_WITH_CONSENT}{cartCreate(input:$input){cart{id checkoutUrl cost{totalAmount{amount currencyCode}}lines(first:${LINES_FETCHED}){nodes{quantity}}}userErrors{code field message}warnings{code}}}`,
};

const createdCart = mapped(
  object({
    id: text,
    checkoutUrl: text,
    cost: member('totalAmount', object({ amount: text, currencyCode: text })),
    lines: nodes(member('quantity', integer)),
  }),
  ({ cost, lines, ...cart }) => ({ ...cart, totalAmount: cost, lineQuantities: lines }),
);

/** The part of a cart that decides what follows its creation. */
export type CreatedCart = Decoded<typeof createdCart>;

const payload = object({ cart: nullable(createdCart), userErrors, warnings: warningCodes });

export type CreateCartPayload = Decoded<typeof payload>;

/** Creates a cart and returns the server's answer; the flow decides what follows. */
export const createCart = (
  client: CartClient,
  input: CreateCartInput,
  options: RequestOptions,
): Promise<CreateCartPayload> => runOperation(client, CREATE_CART, { input }, options, payload);
