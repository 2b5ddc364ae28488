import { cart } from '../api/decode-cart.ts';
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
  PLACE_FIELDS,
} from './data.ts';

/** Reads the bootstrap of the page; throws when the server wrote something else. */
export const readCheckoutData = (page: Document): CheckoutData => decodeCheckoutData(bootstrapOf(page), '');

/** What the server has written into the page, as it stands there. */
export function bootstrapOf(page: Document): unknown {
  return JSON.parse(page.getElementById('checkout-data')?.textContent ?? '');
}

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
    carrierRates: boolean,
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
  cart: nullable(cart),
  attempt: nullable(object({ id: string, fromAccount: boolean })),
});

/** Flags that are not known (a newer button, a curious visitor) are left out instead of breaking the page. */
function knownFlags(value: unknown, path: string): readonly DecelerationFlag[] {
  const given = array(string)(value, path);
  return DECELERATION_FLAGS.filter((flag) => given.includes(flag));
}
