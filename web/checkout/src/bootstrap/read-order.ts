import { boolean, type Decoder, list, member, nullable, number, object, text } from '../../../base/decode.ts';
import { oneOf } from '../../../base/decode-choice.ts';
import { PURCHASE_TYPES } from '../purchase-type.ts';
import { type OrderData, SUM_KINDS } from './data.ts';

const order: Decoder<OrderData, never> = object({
  number,
  createdAt: text,
  email: text,
  lines: list(
    object({
      title: text,
      variantTitle: nullable(text),
      plan: nullable(text),
      quantity: number,
      unitPrice: text,
      total: text,
      image: text,
    }),
  ),
  deliveries: list(
    object({
      group: nullable(oneOf(PURCHASE_TYPES)),
      title: text,
      cost: text,
      description: nullable(text),
    }),
  ),
  deliveryAddress: nullable(list(text)),
  billingAddress: nullable(list(text)),
  currency: text,
  sums: list(object({ label: text, amount: text, kind: oneOf(SUM_KINDS) })),
  soldGiftCards: list(
    object({ code: nullable(text), amount: text, currency: text, note: nullable(text), isOfUse: boolean }),
  ),
  giftCardHint: nullable(text),
  downloads: nullable(
    object({
      files: list(object({ title: text, url: nullable(text), note: nullable(text) })),
      note: nullable(text),
      consent: nullable(object({ action: text, reason: text, text, button: text })),
      confirmed: nullable(text),
      isFinishing: boolean,
    }),
  ),
  total: text,
  taxesIncluded: boolean,
  taxes: list(object({ rate: text, base: text, tax: text })),
  transfer: nullable(
    object({
      account: nullable(text),
      iban: text,
      variableSymbol: text,
      message: nullable(text),
      amount: text,
      due: nullable(text),
      qrSvg: nullable(text),
      spayd: nullable(text),
      epc: nullable(text),
    }),
  ),
  nextSteps: list(text),
  parcels: list(object({ text, url: text })),
  standing: nullable(text),
});

/** Reads the order from the page's data; null if there is none. Only the order's page calls this. */
export const decodeOrder: Decoder<OrderData | null, never> = member('order', nullable(order));
