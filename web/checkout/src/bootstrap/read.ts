import {
  array,
  boolean,
  type Decoder,
  literal,
  nullable,
  number,
  object,
  oneOf,
  string,
  tagged,
} from '../decode.ts';
import {
  type CheckoutData,
  COMPANY_FIELDS,
  DECELERATION_FLAGS,
  type DecelerationFlag,
  type Nouns,
  type OrderData,
  PLACE_FIELDS,
} from './data.ts';
import { PURCHASE_TYPES } from '../purchase-type.ts';

/** Reads the bootstrap of the page; throws when the server wrote something else. */
export function readCheckoutData(page: Document): CheckoutData {
  const text = page.getElementById('checkout-data')?.textContent ?? '';
  return decodeCheckoutData(JSON.parse(text), '');
}

const order: Decoder<OrderData> = object({
  number,
  createdAt: string,
  email: string,
  lines: array(
    object({
      title: string,
      variantTitle: nullable(string),
      quantity: number,
      unitPrice: string,
      total: string,
      image: string,
    }),
  ),
  deliveries: array(
    object({
      group: nullable(oneOf(PURCHASE_TYPES)),
      title: string,
      cost: string,
      description: nullable(string),
    }),
  ),
  deliveryAddress: nullable(array(string)),
  billingAddress: nullable(array(string)),
  currency: string,
  subtotal: string,
  discounts: array(object({ name: string, amount: string })),
  giftCards: array(object({ lastCharacters: string, amount: string })),
  soldGiftCards: array(object({ code: string, amount: string, currency: string })),
  duty: nullable(string),
  total: string,
  taxesIncluded: boolean,
  taxes: array(object({ rate: string, base: string, tax: string })),
  payment: tagged('kind', {
    card: object({
      kind: literal('card'),
      network: string,
      lastFour: string,
      state: oneOf(['authorised', 'captured', 'in_review']),
      wallet: nullable(oneOf(['apple_pay', 'google_pay', 'paypal'])),
    }),
    cash_on_delivery: object({ kind: literal('cash_on_delivery') }),
    bank_transfer: object({
      kind: literal('bank_transfer'),
      account: string,
      iban: string,
      variableSymbol: string,
      amount: string,
      qrSvg: nullable(string),
      spayd: nullable(string),
    }),
    free: object({ kind: literal('free') }),
  }),
});

const nouns: Decoder<Nouns> = object({ label: string, wanted: string, valid: string });

/** Exported for tests and for callers that hold the JSON already. */
export const decodeCheckoutData: Decoder<CheckoutData> = object({
  page: oneOf(['checkout', 'confirmation']),
  cartId: string,
  checkoutUrl: string,
  confirmationUrl: string,
  cartUrl: string,
  api: object({ endpoint: string, accessToken: string }),
  shop: object({
    name: string,
    currency: string,
    countries: array(
      object({
        code: string,
        name: string,
        fields: array(object({ name: oneOf(PLACE_FIELDS), required: boolean })),
        zip: nouns,
        zone: nouns,
        phone: nullable(
          object({
            callingCode: string,
            trunk: string,
            least: number,
            most: number,
            firstDigits: string,
            example: string,
          }),
        ),
        zones: array(object({ code: string, name: string })),
      }),
    ),
    companyFields: oneOf(COMPANY_FIELDS),
    email: string,
    phone: string,
    policies: object({ terms: string, privacy: string, withdrawal: string }),
  }),
  mode: oneOf(['test', 'live']),
  notices: knownFlags,
  payments: array(
    tagged('kind', {
      paypal: object({
        kind: literal('paypal'),
        account: oneOf(['paypal', 'venmo']),
        token: string,
        payerId: string,
        email: nullable(string),
        expiresAt: string,
        agreement: boolean,
        renews: boolean,
      }),
      card: object({ kind: literal('card'), hostedFieldsUrl: string }),
      cash_on_delivery: object({ kind: literal('cash_on_delivery') }),
      bank_transfer: object({ kind: literal('bank_transfer') }),
    }),
  ),
  attempt: nullable(object({ id: string, fromAccount: boolean })),
  order: nullable(order),
});

/** Flags that are not known (a newer button, a curious visitor) are left out instead of breaking the page. */
function knownFlags(value: unknown, path: string): readonly DecelerationFlag[] {
  const given = array(string)(value, path);
  return DECELERATION_FLAGS.filter((flag) => given.includes(flag));
}
