import {
  boolean,
  type Decoder,
  list,
  mapped,
  member,
  nullable,
  number,
  object,
  text,
} from '../../../base/decode.ts';
import { oneOf, tagged, variant } from '../../../base/decode-choice.ts';
import { PURCHASE_TYPES } from '../purchase-type.ts';
import { ORDER_WALLETS, type OrderData, type OrderWallet } from './data.ts';

/** A wallet that this script does not know (a newer server's) leaves the card's name instead of breaking the page. */
const orderWallet = (name: string | null): OrderWallet | null =>
  ORDER_WALLETS.find((known) => known === name) ?? null;

const order: Decoder<OrderData, never> = object({
  number,
  createdAt: text,
  email: text,
  lines: list(
    object({
      title: text,
      variantTitle: nullable(text),
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
  subtotal: text,
  discounts: list(object({ name: text, amount: text })),
  giftCards: list(object({ lastCharacters: text, amount: text })),
  soldGiftCards: list(object({ code: text, amount: text, currency: text })),
  areCardsWithheld: boolean,
  duty: nullable(text),
  total: text,
  taxesIncluded: boolean,
  taxes: list(object({ rate: text, base: text, tax: text })),
  payment: tagged('kind', {
    card: variant(
      'card',
      object({
        network: text,
        lastFour: text,
        state: oneOf(['authorised', 'captured', 'in_review']),
        wallet: mapped(nullable(text), orderWallet),
      }),
    ),
    cash_on_delivery: variant('cash_on_delivery', object({})),
    bank_transfer: variant(
      'bank_transfer',
      object({
        account: text,
        iban: text,
        variableSymbol: text,
        amount: text,
        due: nullable(text),
        qrSvg: nullable(text),
        spayd: nullable(text),
      }),
    ),
    bank_transfer_ended: variant('bank_transfer_ended', object({ isExpired: boolean })),
    free: variant('free', object({})),
  }),
  afterSale: nullable(text),
  isCancelled: boolean,
});

/** Reads the order from the page's data; null if there is none. Only the order's page calls this. */
export const decodeOrder: Decoder<OrderData | null, never> = member('order', nullable(order));
