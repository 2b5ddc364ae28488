import { cart } from '../api/decode-cart.ts';
import { boolean, type Decoder, fields, list, nullable, number, object, text } from '../../../base/decode.ts';
import { oneOf, tagged, variant } from '../../../base/decode-choice.ts';
import {
  ACCOUNTS,
  type CheckoutData,
  COMPANY_FIELDS,
  DECELERATION_FLAGS,
  type DecelerationFlag,
  type NounForms,
  PLACE_FIELDS,
} from './data.ts';

/** Reads the bootstrap of the page; throws when the server wrote something else. */
export const readCheckoutData = (page: Document): CheckoutData => decodeCheckoutData(bootstrapOf(page), '');

/** The server's data in the page, undecoded. */
export function bootstrapOf(page: Document): unknown {
  return JSON.parse(page.getElementById('checkout-data')?.textContent ?? '');
}

const nouns: Decoder<NounForms, never> = object({ label: text, wanted: text, valid: text });

/** Exported for tests and for callers that hold the JSON already. */
export const decodeCheckoutData: Decoder<CheckoutData, never> = object({
  page: oneOf(['checkout', 'confirmation']),
  cartId: text,
  checkoutUrl: text,
  confirmationUrl: text,
  cartUrl: text,
  api: object({ endpoint: text, accessToken: text }),
  shop: object({
    name: text,
    currency: text,
    countries: list(
      object({
        code: text,
        name: text,
        fields: list(object({ name: oneOf(PLACE_FIELDS), required: boolean })),
        zip: nouns,
        zone: nouns,
        phone: nullable(
          object({
            callingCode: text,
            trunk: text,
            least: number,
            most: number,
            firstDigits: text,
            example: text,
          }),
        ),
        zones: list(object({ code: text, name: text })),
      }),
    ),
    companyFields: oneOf(COMPANY_FIELDS),
    companyRegister: boolean,
    carrierRates: boolean,
    email: text,
    phone: text,
    policies: object({ terms: text, privacy: text, withdrawal: text }),
  }),
  mode: oneOf(['test', 'live']),
  notices: knownFlags,
  payments: list(
    tagged('kind', {
      account: variant(
        'account',
        object({
          account: oneOf(ACCOUNTS),
          token: text,
          payerId: text,
          email: nullable(text),
          expiresAt: text,
          agreement: boolean,
          renews: boolean,
          approval: text,
          amazon: (value) => value,
        }),
      ),
      card: variant('card', object({ hostedFieldsUrl: text })),
      cash_on_delivery: variant('cash_on_delivery', object({})),
      bank_transfer: variant('bank_transfer', object({ due: nullable(text) })),
    }),
  ),
  cart: nullable(cart),
  attempt: nullable(object({ id: text, fromAccount: boolean })),
  consent: nullable(object({ text, key: text, value: text })),
  ownCart: boolean,
  shopWallet: nullable(fields),
});

/** Flags that are not known (a newer button, a curious visitor) are left out instead of breaking the page. */
function knownFlags(value: unknown, path: string): readonly DecelerationFlag[] {
  const given = list(text)(value, path);
  return DECELERATION_FLAGS.filter((flag) => given.includes(flag));
}
