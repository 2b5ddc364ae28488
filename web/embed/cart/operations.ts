import { CONTEXT, CONTEXT_WITH_CONSENT } from './context.ts';
import { CART_SNAPSHOT, readSnapshot, type CartSnapshot } from './snapshot.ts';
import type { CartClient } from './client.ts';
import type { CreateCartInput } from './create-cart.ts';
import { bool, list, nullable, object, text } from './decode.ts';
import type { CartOperation, RequestOptions } from './transport.ts';
import { readUserErrors, readWarnings, type CartUserError } from './user-error.ts';
import { LINES_FETCHED_LIMITED } from '../constants.ts';

/** What a mutation of a cart answers. */
export interface CartPayload {
  /** The cart as it is now; null where there is none, or none any more. */
  readonly cart: CartSnapshot | null;
  readonly userErrors: readonly CartUserError[];
  /** Codes of the warnings. */
  readonly warnings: readonly string[];
}

/** A postal address as the API takes it; what is left out is not known. */
export type MailingAddressInput = Readonly<
  Partial<
    Record<
      | 'firstName'
      | 'lastName'
      | 'company'
      | 'address1'
      | 'address2'
      | 'city'
      | 'zip'
      | 'province'
      | 'country'
      | 'phone',
      string
    >
  >
>;

/** Who buys, and where it goes. What is left out stays as it is. */
export interface IdentityInput {
  readonly email?: string;
  readonly phone?: string;
  readonly countryCode?: string;
  readonly address?: MailingAddressInput;
  /** `COUNTRY_CODE_ONLY` while a wallet hides part of the address, `STRICT` once all of it is there. */
  readonly validateAddress: 'COUNTRY_CODE_ONLY' | 'STRICT';
}

/** Which option delivers a group. */
export interface OptionSelection {
  readonly deliveryGroupId: string;
  readonly deliveryOptionHandle: string;
}

/** How it is paid: exactly one of the methods. */
export type PaymentInput = {
  readonly amount: { readonly amount: string; readonly currencyCode: string };
} & (
  | { readonly walletPaymentMethod: Readonly<Record<string, unknown>> }
  | { readonly freePaymentMethod: { readonly billingAddress: MailingAddressInput } }
);

/** A mutation that answers with the cart; `parameters` and `inputs` stand beside the cart's id. */
const mutation = (name: string, parameters: string, inputs: string): CartOperation => ({
  name,
  query: `mutation ${name}($cartId:ID!${parameters}${CONTEXT_WITH_CONSENT}{${name}(cartId:$cartId${inputs}){cart{...CartSnapshot}userErrors{code field message}warnings{code}}}${CART_SNAPSHOT}`,
});

const CREATE: CartOperation = {
  name: 'cartCreate',
  query: `mutation cartCreate($input:CartInput!${CONTEXT_WITH_CONSENT}{cartCreate(input:$input){cart{...CartSnapshot}userErrors{code field message}warnings{code}}}${CART_SNAPSHOT}`,
};
const CART: CartOperation = {
  name: 'cart',
  query: `query cart($id:ID!${CONTEXT}{cart(id:$id){...CartSnapshot}}${CART_SNAPSHOT}`,
};
const LIMITED: CartOperation = {
  name: 'cart',
  query: `query cart($id:ID!${CONTEXT}{cart(id:$id){id lines(first:${LINES_FETCHED_LIMITED}){nodes{merchandise{...on ProductVariant{requiresShipping}}sellingPlanAllocation{sellingPlan{id}}}}}}`,
};
const IDENTITY = mutation(
  'cartBuyerIdentityUpdate',
  '$buyerIdentity:CartBuyerIdentityInput!',
  ',buyerIdentity:$buyerIdentity',
);
const ATTRIBUTES = mutation(
  'cartAttributesUpdate',
  '$attributes:[AttributeInput!]!',
  ',attributes:$attributes',
);
const BILLING = mutation(
  'cartBillingAddressUpdate',
  '$billingAddress:MailingAddressInput',
  ',billingAddress:$billingAddress',
);
const DISCOUNTS = mutation(
  'cartDiscountCodesUpdate',
  '$discountCodes:[String!]!',
  ',discountCodes:$discountCodes',
);
const OPTIONS = mutation(
  'cartSelectedDeliveryOptionsUpdate',
  '$selectedDeliveryOptions:[CartSelectedDeliveryOptionInput!]!',
  ',selectedDeliveryOptions:$selectedDeliveryOptions',
);
const PAYMENT = mutation('cartPaymentUpdate', '$payment:CartPaymentInput!', ',payment:$payment');
const REMOVAL: CartOperation = {
  name: 'cartRemovePersonalData',
  query: `mutation cartRemovePersonalData($cartId:ID!${CONTEXT}{cartRemovePersonalData(cartId:$cartId){userErrors{code}}}`,
};
const MERCHANT_SESSION: CartOperation = {
  name: 'applePaySessionCreate',
  query: `mutation applePaySessionCreate($validationUrl:URL!${CONTEXT}{applePaySessionCreate(validationUrl:$validationUrl){body userErrors{code}}}`,
};

async function change(
  client: CartClient,
  operation: CartOperation,
  variables: Readonly<Record<string, unknown>>,
  options: RequestOptions,
): Promise<CartPayload> {
  const answer = await client.request(operation, variables, options);
  const { cart, userErrors, warnings } = object(answer[operation.name], operation.name);
  return {
    cart: nullable(readSnapshot)(cart, 'cart'),
    userErrors: readUserErrors(userErrors),
    warnings: readWarnings(warnings),
  };
}

/** Makes a cart and answers with everything a sheet shows of it. */
export const createSheetCart = (
  client: CartClient,
  input: CreateCartInput,
  options: RequestOptions,
): Promise<CartPayload> => change(client, CREATE, { input }, options);

/** The cart; null where there is none, or none any more. */
export async function fetchCart(
  client: CartClient,
  cartId: string,
  options: RequestOptions,
): Promise<CartSnapshot | null> {
  const { cart } = await client.request(CART, { id: cartId }, options);
  return nullable(readSnapshot)(cart, 'cart');
}

/** What must be known of a cart before a wallet is offered for it. */
export interface LimitedCart {
  readonly id: string;
  readonly shippingRequired: boolean;
  /** In global-id form; the first one found. */
  readonly sellingPlan: string | null;
}

function readLimited(value: unknown): LimitedCart {
  const { id, lines } = object(value, 'cart');
  const read = list(object(lines, 'lines')['nodes'], 'nodes').map((line) => object(line, 'line'));
  const plans = read.map((line) => nullable(object)(line['sellingPlanAllocation'], 'sellingPlanAllocation'));
  const plan = plans.find((each) => each !== null);
  return {
    id: text(id, 'id'),
    shippingRequired: read.some((line) =>
      bool(object(line['merchandise'], 'merchandise')['requiresShipping'], 'requiresShipping'),
    ),
    sellingPlan: plan ? text(object(plan['sellingPlan'], 'sellingPlan')['id'], 'id') : null,
  };
}

/** The limited cart; null where there is none, or none any more. */
export async function fetchLimitedCart(
  client: CartClient,
  cartId: string,
  options: RequestOptions,
): Promise<LimitedCart | null> {
  const { cart } = await client.request(LIMITED, { id: cartId }, options);
  return nullable(readLimited)(cart, 'cart');
}

/** Replaces the cart's attributes. */
export const updateCartAttributes = (
  client: CartClient,
  cartId: string,
  attributes: readonly { readonly key: string; readonly value: string }[],
  options: RequestOptions,
): Promise<CartPayload> => change(client, ATTRIBUTES, { cartId, attributes }, options);

/** Sets who buys and where it goes. */
export function updateIdentityAndAddress(
  client: CartClient,
  cartId: string,
  { address, validateAddress, ...identity }: IdentityInput,
  options: RequestOptions,
): Promise<CartPayload> {
  const preference = {
    deliveryAddress: address,
    deliveryAddressValidationStrategy: validateAddress,
  };
  const buyerIdentity = address ? { ...identity, deliveryAddressPreferences: [preference] } : identity;
  return change(client, IDENTITY, { cartId, buyerIdentity }, options);
}

/** Sets where the bill goes. */
export const updateBillingAddress = (
  client: CartClient,
  cartId: string,
  billingAddress: MailingAddressInput,
  options: RequestOptions,
): Promise<CartPayload> => change(client, BILLING, { cartId, billingAddress }, options);

/** Replaces the discount codes. */
export const updateDiscountCodes = (
  client: CartClient,
  cartId: string,
  discountCodes: readonly string[],
  options: RequestOptions,
): Promise<CartPayload> => change(client, DISCOUNTS, { cartId, discountCodes }, options);

/** Selects how the groups are delivered. */
export const selectDeliveryOptions = (
  client: CartClient,
  cartId: string,
  selectedDeliveryOptions: readonly OptionSelection[],
  options: RequestOptions,
): Promise<CartPayload> => change(client, OPTIONS, { cartId, selectedDeliveryOptions }, options);

/** Binds a payment to the cart as it is. */
export const updatePayment = (
  client: CartClient,
  cartId: string,
  payment: PaymentInput,
  options: RequestOptions,
): Promise<CartPayload> => change(client, PAYMENT, { cartId, payment }, options);

/** Asks Apple, at one of its addresses, to let a sheet open; what it wrote is passed on as it is. Throws where it did not. */
export async function createMerchantSession(
  client: CartClient,
  validationUrl: string,
  options: RequestOptions,
): Promise<unknown> {
  const { [MERCHANT_SESSION.name]: answer } = await client.request(
    MERCHANT_SESSION,
    { validationUrl },
    options,
  );
  return JSON.parse(text(object(answer, MERCHANT_SESSION.name)['body'], 'body'));
}

/** Forgets who buys. Outlives the page. */
export async function removePersonalData(
  client: CartClient,
  cartId: string,
  options: Omit<RequestOptions, 'keepalive'>,
): Promise<void> {
  await client.request(REMOVAL, { cartId }, { ...options, keepalive: true });
}
