import type { ApiClient } from '../api/client.ts';
import type { Cart, CartAnswer } from '../api/model.ts';
import { addGiftCards, removeGiftCards, updateDiscountCodes } from '../api/code-operations.ts';
import { CODE_NOT_APPLIED, MISSING_CODE, UNKNOWN_CODE } from '../texts/codes.ts';

/** A change of the codes on the cart. */
export type CodesChange =
  | { readonly kind: 'apply'; readonly code: string }
  | { readonly kind: 'remove_discount'; readonly code: string }
  | { readonly kind: 'remove_gift_card'; readonly id: string };

export interface CodesAnswer {
  readonly answer: CartAnswer;
  /** The error for the buyer, in Czech; absent if the change succeeded. */
  readonly message: string | null;
}

const NOT_FOUND = 'DISCOUNT_NOT_FOUND';
/** A gift card without a balance. */
const EMPTY_CARD = 'PAYMENT_METHOD_NOT_APPLICABLE';
/** A warning about a saved change: the carrier's price is missing, which the delivery section shows. */
const PENDING = 'PENDING_DELIVERY_GROUPS';
const NO_CARDS = 'PAYMENTS_GIFT_CARDS_UNAVAILABLE';

/** Changes the codes on a cart. Both kinds share one field: a code that is not a gift card may be a discount. */
export async function changeCodes(
  api: ApiClient,
  cart: Cart,
  change: CodesChange,
  signal: AbortSignal,
): Promise<CodesAnswer> {
  const cartId = cart.id;
  switch (change.kind) {
    case 'apply':
      return apply(api, cart, change.code.trim(), signal);
    case 'remove_gift_card': {
      const answer = await api.run(removeGiftCards, { cartId, appliedGiftCardIds: [change.id] }, signal);
      return { answer, message: refusal(answer) };
    }
    case 'remove_discount': {
      const discountCodes = codesBut(cart, change.code);
      const answer = await api.run(updateDiscountCodes, { cartId, discountCodes }, signal);
      return { answer, message: refusal(answer) };
    }
  }
}

async function apply(api: ApiClient, cart: Cart, code: string, signal: AbortSignal): Promise<CodesAnswer> {
  const cartId = cart.id;
  if (code === '') return { answer: unchanged(cart), message: MISSING_CODE };
  const asGiftCard = await api.run(addGiftCards, { cartId, giftCardCodes: [code] }, signal);
  const taken = asGiftCard.errors.length === 0 && asGiftCard.warnings.every((each) => each.code !== NO_CARDS);
  if (taken) return { answer: asGiftCard, message: null };
  const used = asGiftCard.errors.find((each) => each.code === EMPTY_CARD);
  if (used !== undefined) return { answer: asGiftCard, message: used.message };
  const others = codesBut(cart, code);
  const answer = await api.run(updateDiscountCodes, { cartId, discountCodes: [...others, code] }, signal);
  const known = answer.cart?.codes.find((each) => same(each.code, code));
  const error = refusal(answer);
  if (error !== null || known?.applicable === true) return { answer, message: error };
  // The server names the code in its reasons.
  const reason = answer.warnings.find((each) => each.message?.includes(code) === true);
  if (reason?.code !== NOT_FOUND) return { answer, message: reason?.message ?? CODE_NOT_APPLIED };
  // Removes a code that is of neither kind from the cart.
  const cleared = await api.run(updateDiscountCodes, { cartId, discountCodes: others }, signal);
  return { answer: cleared, message: UNKNOWN_CODE };
}

/** Why the server refused a change; null if it did not. */
function refusal({ errors }: CartAnswer): string | null {
  return errors.find((each) => each.code !== PENDING)?.message ?? null;
}

function codesBut(cart: Cart, code: string): readonly string[] {
  return cart.codes.map((each) => each.code).filter((other) => !same(other, code));
}

/** Compares codes case-insensitively. */
function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function unchanged(cart: Cart): CartAnswer {
  return { cart, errors: [], warnings: [] };
}
