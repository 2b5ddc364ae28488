import { CONTEXT } from './context.ts';
import type { CartClient } from './client.ts';
import { nullable, object, text } from './decode.ts';
import type { CartOperation, RequestOptions } from './transport.ts';
import { readUserErrors, type CartUserError } from './user-error.ts';

const PARTS = [
  'firstName',
  'lastName',
  'company',
  'address1',
  'address2',
  'city',
  'zip',
  'provinceCode',
  'countryCodeV2',
  'phone',
] as const;

const TOKEN: CartOperation = {
  name: 'paypalTokenCreate',
  query: `mutation paypalTokenCreate($cartId:ID!$billingAgreement:Boolean$fundingSource:PaypalFundingSource${CONTEXT}{paypalTokenCreate(cartId:$cartId,billingAgreement:$billingAgreement,fundingSource:$fundingSource){token userErrors{code field message}}}`,
};
const ADDRESS = `{${PARTS.join(' ')}}`;
const DETAILS: CartOperation = {
  name: 'paypalBuyerDetailsFetch',
  query: `mutation paypalBuyerDetailsFetch($cartId:ID!$token:String!${CONTEXT}{paypalBuyerDetailsFetch(cartId:$cartId,token:$token){details{email payerId expiresAt remoteOrderId destinationAddress${ADDRESS}billingAddress${ADDRESS}}userErrors{code field message}}}`,
};

/** What an operation of the popup's wallet answers: what was asked for, or why there is none. */
export interface Answered<Value> {
  readonly value: Value | null;
  readonly userErrors: readonly CartUserError[];
}

async function ask<Value>(
  client: CartClient,
  operation: CartOperation,
  member: string,
  read: (value: unknown, path: string) => Value,
  variables: Readonly<Record<string, unknown>>,
  options: RequestOptions,
): Promise<Answered<Value>> {
  const answer = await client.request(operation, variables, options);
  const { [member]: value, userErrors } = object(answer[operation.name], operation.name);
  return { value: nullable(read)(value, member), userErrors: readUserErrors(userErrors) };
}

/** Has an order made at PayPal for the cart as it is; the value is its name there. */
export const createPaypalToken = (
  client: CartClient,
  cartId: string,
  wish: { readonly fundingSource: string; readonly billingAgreement: boolean },
  options: RequestOptions,
): Promise<Answered<string>> => ask(client, TOKEN, 'token', text, { cartId, ...wish }, options);

/** Who has approved an order at PayPal; an address as the API gives it. */
export interface PaypalDetails {
  readonly email: string | null;
  readonly payerId: string | null;
  readonly expiresAt: string;
  readonly remoteOrderId: string;
  readonly destinationAddress: PaypalAddress | null;
  readonly billingAddress: PaypalAddress | null;
}

/** Every part may be missing. */
export type PaypalAddress = Readonly<Record<(typeof PARTS)[number], string | null>>;

function readPaypalAddress(value: unknown, path: string): PaypalAddress {
  const parts = object(value, path);
  return Object.fromEntries(PARTS.map((part) => [part, nullable(text)(parts[part], part)])) as PaypalAddress;
}

function readPaypalDetails(value: unknown, path: string): PaypalDetails {
  const { email, payerId, expiresAt, remoteOrderId, destinationAddress, billingAddress } = object(
    value,
    path,
  );
  return {
    email: nullable(text)(email, 'email'),
    payerId: nullable(text)(payerId, 'payerId'),
    expiresAt: text(expiresAt, 'expiresAt'),
    remoteOrderId: text(remoteOrderId, 'remoteOrderId'),
    destinationAddress: nullable(readPaypalAddress)(destinationAddress, 'destinationAddress'),
    billingAddress: nullable(readPaypalAddress)(billingAddress, 'billingAddress'),
  };
}

/** Asks who has approved an order at PayPal. */
export const fetchPaypalDetails = (
  client: CartClient,
  cartId: string,
  token: string,
  options: RequestOptions,
): Promise<Answered<PaypalDetails>> =>
  ask(client, DETAILS, 'details', readPaypalDetails, { cartId, token }, options);
