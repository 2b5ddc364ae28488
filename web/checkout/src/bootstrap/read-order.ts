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
import { PURCHASE_TYPES } from '../purchase-type.ts';
import type { OrderData } from './data.ts';

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

/** The order in the bootstrap of its page; null where there is none. Only that page reads it. */
export const decodeOrder: Decoder<OrderData | null> = (value, path) =>
  object({ order: nullable(order) })(value, path).order;
