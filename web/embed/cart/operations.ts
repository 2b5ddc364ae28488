import {
  boolean,
  type Decoded,
  type Decoder,
  mapped,
  member,
  nullable,
  object,
  text,
} from '../../base/decode.ts';
import { LINES_FETCHED_LIMITED } from '../constants.ts';
import { runOperation } from './run-operation.ts';
import type { CartClient } from './client.ts';
import { CONTEXT_WITH_CONSENT } from './consent-context.ts';
import { CONTEXT } from './context.ts';
import type { CreateCartInput } from './create-cart.ts';
import { nodes } from './decode.ts';
import type * as api from './documents.types.ts';
import { CART_SNAPSHOT, type CartSnapshot, snapshot } from './snapshot.ts';
import type { CartOperation, DocumentTypes, RequestOptions } from './transport.ts';
import { userErrors, warningCodes } from './user-error.ts';

const payload = object({
  /** The current cart; null if it does not exist, or no longer does. */
  cart: nullable(snapshot),
  userErrors,
  /** Codes of the warnings. */
  warnings: warningCodes,
});

/** The answer of a cart mutation. */
export type CartPayload = Decoded<typeof payload>;

/** A postal address in the API's form. Omitted fields are unknown. */
export type MailingAddressInput = Readonly<
  Partial<
    Record<
      keyof Pick<
        api.MailingAddressInput,
        | 'firstName'
        | 'lastName'
        | 'company'
        | 'address1'
        | 'address2'
        | 'city'
        | 'zip'
        | 'province'
        | 'country'
        | 'phone'
      >,
      string
    >
  >
>;

/** The buyer and the destination. Omitted fields keep their value. */
export interface IdentityInput {
  readonly email?: string;
  readonly phone?: string;
  readonly countryCode?: string;
  readonly address?: MailingAddressInput;
  /** `COUNTRY_CODE_ONLY` while a wallet hides part of the address, `STRICT` once all of it is there. */
  readonly validateAddress: 'COUNTRY_CODE_ONLY' | 'STRICT';
}

/** The option selected for a delivery group. */
export type OptionSelection = api.CartSelectedDeliveryOptionInput;

/** How it is paid: exactly one of the methods. */
export type PaymentInput = {
  readonly amount: api.MoneyInput;
} & (
  | { readonly walletPaymentMethod: Readonly<Record<string, unknown>> }
  | { readonly freePaymentMethod: { readonly billingAddress: MailingAddressInput } }
);

/** A mutation that returns the cart; `parameters` and `inputs` follow the cart's id. */
const mutation = <Types extends DocumentTypes>(
  name: Types['name'],
  parameters: string,
  inputs: string,
): CartOperation<Types> => ({
  name,
  query: `mutation ${name}($cartId:ID!${parameters}${CONTEXT_WITH_CONSENT}{${name}(cartId:$cartId${inputs}){cart{...CartSnapshot}userErrors{code field message}warnings{code}}}${CART_SNAPSHOT}`,
});

export const CREATE_SHEET_CART: CartOperation<api.CreateSheetCartDocument> = {
  name: 'cartCreate',
  query: `mutation cartCreate($input:CartInput!${CONTEXT_WITH_CONSENT}{cartCreate(input:$input){cart{...CartSnapshot}userErrors{code field message}warnings{code}}}${CART_SNAPSHOT}`,
};
export const FETCH_CART: CartOperation<api.FetchCartDocument> = {
  name: 'cart',
  query: `query cart($id:ID!${CONTEXT}{cart(id:$id){...CartSnapshot}}${CART_SNAPSHOT}`,
};
export const LIMITED_CART: CartOperation<api.LimitedCartDocument> = {
  name: 'cart',
  query: `query cart($id:ID!${CONTEXT}{cart(id:$id){id lines(first:${LINES_FETCHED_LIMITED}){nodes{merchandise{...on ProductVariant{requiresShipping}}sellingPlanAllocation{sellingPlan{id}}}}}}`,
};
export const BUYER_IDENTITY: CartOperation<api.BuyerIdentityDocument> = mutation(
  'cartBuyerIdentityUpdate',
  '$buyerIdentity:CartBuyerIdentityInput!',
  ',buyerIdentity:$buyerIdentity',
);
export const CART_ATTRIBUTES: CartOperation<api.CartAttributesDocument> = mutation(
  'cartAttributesUpdate',
  '$attributes:[AttributeInput!]!',
  ',attributes:$attributes',
);
export const BILLING_ADDRESS: CartOperation<api.BillingAddressDocument> = mutation(
  'cartBillingAddressUpdate',
  '$billingAddress:MailingAddressInput',
  ',billingAddress:$billingAddress',
);
export const DISCOUNT_CODES: CartOperation<api.DiscountCodesDocument> = mutation(
  'cartDiscountCodesUpdate',
  '$discountCodes:[String!]!',
  ',discountCodes:$discountCodes',
);
export const DELIVERY_OPTIONS: CartOperation<api.DeliveryOptionsDocument> = mutation(
  'cartSelectedDeliveryOptionsUpdate',
  '$selectedDeliveryOptions:[CartSelectedDeliveryOptionInput!]!',
  ',selectedDeliveryOptions:$selectedDeliveryOptions',
);
export const CART_PAYMENT: CartOperation<api.CartPaymentDocument> = mutation(
  'cartPaymentUpdate',
  '$payment:CartPaymentInput!',
  ',payment:$payment',
);
export const PERSONAL_DATA_REMOVAL: CartOperation<api.PersonalDataRemovalDocument> = {
  name: 'cartRemovePersonalData',
  query: `mutation cartRemovePersonalData($cartId:ID!${CONTEXT}{cartRemovePersonalData(cartId:$cartId){userErrors{code}}}`,
};
export const MERCHANT_SESSION: CartOperation<api.MerchantSessionDocument> = {
  name: 'applePaySessionCreate',
  query: `mutation applePaySessionCreate($validationUrl:URL!${CONTEXT}{applePaySessionCreate(validationUrl:$validationUrl){body userErrors{code}}}`,
};

/** Creates a cart and returns everything that a sheet shows of it. */
export const createSheetCart = (
  client: CartClient,
  input: CreateCartInput,
  options: RequestOptions,
): Promise<CartPayload> => runOperation(client, CREATE_SHEET_CART, { input }, options, payload);

/** Fetches the cart; null if it does not exist, or no longer does. */
export const fetchCart = (
  client: CartClient,
  cartId: string,
  options: RequestOptions,
): Promise<CartSnapshot | null> =>
  runOperation(client, FETCH_CART, { id: cartId }, options, nullable(snapshot));

const limitedCart = mapped(
  object({
    id: text,
    lines: nodes(
      object({
        merchandise: member('requiresShipping', boolean),
        sellingPlanAllocation: nullable(member('sellingPlan', member('id', text))),
      }),
    ),
  }),
  ({ id, lines }) => ({
    id,
    shippingRequired: lines.some(({ merchandise }) => merchandise),
    /** In global-id form; the first one found. */
    sellingPlan: lines.find((line) => line.sellingPlanAllocation)?.sellingPlanAllocation ?? null,
  }),
);

/** The data that decide whether a wallet can be offered for a cart. */
export type LimitedCart = Decoded<typeof limitedCart>;

/** Fetches the limited cart; null if it does not exist, or no longer does. */
export const fetchLimitedCart = (
  client: CartClient,
  cartId: string,
  options: RequestOptions,
): Promise<LimitedCart | null> =>
  runOperation(client, LIMITED_CART, { id: cartId }, options, nullable(limitedCart));

/** Replaces the cart's attributes. */
export const updateCartAttributes = (
  client: CartClient,
  cartId: string,
  attributes: readonly { readonly key: string; readonly value: string }[],
  options: RequestOptions,
): Promise<CartPayload> => runOperation(client, CART_ATTRIBUTES, { cartId, attributes }, options, payload);

/** Sets the buyer and the destination. */
export function updateIdentityAndAddress(
  client: CartClient,
  cartId: string,
  { address, validateAddress, ...identity }: IdentityInput,
  options: RequestOptions,
): Promise<CartPayload> {
  const goes: api.CartBuyerIdentityInput = address
    ? {
        deliveryAddressPreferences: [
          { deliveryAddress: address, deliveryAddressValidationStrategy: validateAddress },
        ],
      }
    : {};
  return runOperation(
    client,
    BUYER_IDENTITY,
    { cartId, buyerIdentity: { ...identity, ...goes } },
    options,
    payload,
  );
}

/** Sets the billing address. */
export const updateBillingAddress = (
  client: CartClient,
  cartId: string,
  billingAddress: MailingAddressInput,
  options: RequestOptions,
): Promise<CartPayload> =>
  runOperation(client, BILLING_ADDRESS, { cartId, billingAddress }, options, payload);

/** Replaces the discount codes. */
export const updateDiscountCodes = (
  client: CartClient,
  cartId: string,
  discountCodes: readonly string[],
  options: RequestOptions,
): Promise<CartPayload> => runOperation(client, DISCOUNT_CODES, { cartId, discountCodes }, options, payload);

/** Selects how the groups are delivered. */
export const selectDeliveryOptions = (
  client: CartClient,
  cartId: string,
  selectedDeliveryOptions: readonly OptionSelection[],
  options: RequestOptions,
): Promise<CartPayload> =>
  runOperation(client, DELIVERY_OPTIONS, { cartId, selectedDeliveryOptions }, options, payload);

/** Binds a payment to the cart as it is. */
export const updatePayment = (
  client: CartClient,
  cartId: string,
  payment: PaymentInput,
  options: RequestOptions,
): Promise<CartPayload> => runOperation(client, CART_PAYMENT, { cartId, payment }, options, payload);

/** Null in an answer with errors; reading it then throws. */
const merchantSession = member('body', text as Decoder<string, string | null>);

/**
 * Has the server validate the merchant at an address of Apple's. Returns Apple's answer unchanged; throws if there is
 * none.
 */
export async function createMerchantSession(
  client: CartClient,
  validationUrl: string,
  options: RequestOptions,
): Promise<unknown> {
  const body = await runOperation(client, MERCHANT_SESSION, { validationUrl }, options, merchantSession);
  return JSON.parse(body);
}

/** Removes the buyer's data from the cart. The request continues while the page unloads. */
export async function removePersonalData(
  client: CartClient,
  cartId: string,
  options: Omit<RequestOptions, 'keepalive'>,
): Promise<void> {
  await client.request(PERSONAL_DATA_REMOVAL, { cartId }, { ...options, keepalive: true });
}
