import { type Decoded, mapped, nullable, object, text } from '../../base/decode.ts';
import { runOperation } from './run-operation.ts';
import type { CartClient } from './client.ts';
import { CONTEXT } from './context.ts';
import type { PaypalDetailsDocument, PaypalFundingSource, PaypalTokenDocument } from './documents.types.ts';
import type { CartOperation, RequestOptions } from './transport.ts';
import { type CartUserError, userErrors } from './user-error.ts';

const optional = nullable(text);

/** Every part may be missing. */
const PARTS = {
  firstName: optional,
  lastName: optional,
  company: optional,
  address1: optional,
  address2: optional,
  city: optional,
  zip: optional,
  provinceCode: optional,
  countryCodeV2: optional,
  phone: optional,
};

export const PAYPAL_TOKEN: CartOperation<PaypalTokenDocument> = {
  name: 'paypalTokenCreate',
  query: `mutation paypalTokenCreate($cartId:ID!$billingAgreement:Boolean$fundingSource:PaypalFundingSource${CONTEXT}{paypalTokenCreate(cartId:$cartId,billingAgreement:$billingAgreement,fundingSource:$fundingSource){token userErrors{code field message}}}`,
};
const ADDRESS = `{${Object.keys(PARTS).join(' ')}}`;
export const PAYPAL_DETAILS: CartOperation<PaypalDetailsDocument> = {
  name: 'paypalBuyerDetailsFetch',
  query: `mutation paypalBuyerDetailsFetch($cartId:ID!$token:String!${CONTEXT}{paypalBuyerDetailsFetch(cartId:$cartId,token:$token){details{email payerId expiresAt remoteOrderId destinationAddress${ADDRESS}billingAddress${ADDRESS}}userErrors{code field message}}}`,
};

/** The answer of a PayPal or Venmo operation: the value, or the error. */
export interface PaypalAnswer<Value> {
  readonly value: Value | null;
  readonly userErrors: readonly CartUserError[];
}

const tokenPayload = mapped(object({ token: optional, userErrors }), ({ token, ...rest }) => ({
  value: token,
  ...rest,
}));

/** Creates an order at PayPal for the current cart; the value is PayPal's token for it. */
export const createPaypalToken = (
  client: CartClient,
  cartId: string,
  wish: { readonly fundingSource: string; readonly billingAgreement: boolean },
  options: RequestOptions,
): Promise<PaypalAnswer<string>> => {
  // The server refuses any other.
  const fundingSource = wish.fundingSource as PaypalFundingSource;
  return runOperation(client, PAYPAL_TOKEN, { cartId, ...wish, fundingSource }, options, tokenPayload);
};

const address = object(PARTS);

/** An address as the API gives it. */
export type PaypalAddress = Decoded<typeof address>;

const details = object({
  email: optional,
  payerId: optional,
  expiresAt: text,
  remoteOrderId: text,
  destinationAddress: nullable(address),
  billingAddress: nullable(address),
});

/** The buyer who approved an order at PayPal. */
export type PaypalDetails = Decoded<typeof details>;

const detailsPayload = mapped(object({ details: nullable(details), userErrors }), (payload) => ({
  value: payload.details,
  userErrors: payload.userErrors,
}));

/** Fetches the buyer who approved an order at PayPal. */
export const fetchPaypalDetails = (
  client: CartClient,
  cartId: string,
  token: string,
  options: RequestOptions,
): Promise<PaypalAnswer<PaypalDetails>> =>
  runOperation(client, PAYPAL_DETAILS, { cartId, token }, options, detailsPayload);
