import {
  boolean,
  type Decoded,
  integer,
  list,
  mapped,
  member,
  nullable,
  object,
  text,
} from '../../base/decode.ts';
import { DELIVERY_GROUPS_FETCHED, LINES_FETCHED } from '../constants.ts';
import { decodeAnswer } from './run-operation.ts';
import { minor, money } from './decode-money.ts';
import { nodes, textOrEmpty } from './decode.ts';
import { ALLOCATION, allocation, plannedLine } from './recurring.ts';

const MONEY = '{amount currencyCode}';
const DISCOUNTS = `discountAllocations{discountedAmount${MONEY}}`;

/** Defines `...CartSnapshot`. Append it to the operations that use it. */
export const CART_SNAPSHOT = `fragment CartSnapshot on Cart{id checkoutUrl cost{totalAmount${MONEY}subtotalAmount${MONEY}totalTaxAmount${MONEY}taxesIncluded totalDutyAmount${MONEY}}${DISCOUNTS}appliedGiftCards{amountUsed${MONEY}}discountCodes{code applicable}lines(first:${LINES_FETCHED}){nodes{quantity ${DISCOUNTS}merchandise{...on ProductVariant{requiresShipping}}${ALLOCATION}}}deliveryGroups(first:${DELIVERY_GROUPS_FETCHED}){nodes{id isPending selectionHasChanged selectedDeliveryOption{handle}deliveryOptions{handle title description deliveryPromise deliveryMethodType estimatedCost${MONEY}}}}}`;

const option = mapped(
  object({
    handle: text,
    title: textOrEmpty,
    description: textOrEmpty,
    deliveryPromise: textOrEmpty,
    deliveryMethodType: text,
    estimatedCost: money,
  }),
  ({ deliveryPromise, deliveryMethodType, estimatedCost, ...texts }) => ({
    ...texts,
    promise: deliveryPromise,
    /** `SHIPPING`, `LOCAL`, `PICK_UP` and so on. */
    methodType: deliveryMethodType,
    /** Minor units. */
    minor: estimatedCost,
  }),
);

const group = mapped(
  object({
    id: text,
    isPending: boolean,
    selectionHasChanged: boolean,
    selectedDeliveryOption: nullable(member('handle', text)),
    deliveryOptions: list(option),
  }),
  ({ id, isPending, selectionHasChanged, selectedDeliveryOption, deliveryOptions }) => ({
    id,
    options: deliveryOptions,
    selectedHandle: selectedDeliveryOption,
    /** The selected option has changed and must be selected again. */
    hasChanged: selectionHasChanged,
    /** A carrier's price for some option is pending. */
    isPending,
  }),
);

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The sum of all discount allocations. */
const discounts = mapped(list(member('discountedAmount', money)), sum);

const rawLine = object({
  quantity: integer,
  discountAllocations: discounts,
  merchandise: member('requiresShipping', boolean),
  sellingPlanAllocation: nullable(allocation),
});

function lineOf({ quantity, merchandise, sellingPlanAllocation }: Decoded<typeof rawLine>) {
  const planned = plannedLine(sellingPlanAllocation, quantity);
  return {
    quantity,
    requiresShipping: merchandise,
    hasSellingPlan: planned !== null,
    /** The recurring cost of its selling plan; null if it is bought once. */
    planned,
  } as const;
}

const rawCart = object({
  id: text,
  checkoutUrl: text,
  cost: object({
    totalAmount: object({ amount: minor, currencyCode: text }),
    subtotalAmount: money,
    totalTaxAmount: nullable(money),
    taxesIncluded: boolean,
    totalDutyAmount: nullable(money),
  }),
  discountAllocations: discounts,
  appliedGiftCards: list(member('amountUsed', money)),
  discountCodes: list(object({ code: text, applicable: boolean })),
  lines: nodes(rawLine),
  deliveryGroups: nodes(group),
});

const costOf = ({ cost, lines, discountAllocations, appliedGiftCards }: Decoded<typeof rawCart>) =>
  ({
    currencyCode: cost.totalAmount.currencyCode,
    total: cost.totalAmount.amount,
    subtotal: cost.subtotalAmount,
    /** Null if unknown. */
    tax: cost.totalTaxAmount,
    /** Whether the other amounts include the tax; otherwise it is added to them. */
    taxIncluded: cost.taxesIncluded,
    duty: cost.totalDutyAmount,
    /** The discount on the whole cart; not negative. */
    cartDiscounts: discountAllocations,
    /** The discount on its lines; not negative. */
    lineDiscounts: sum(lines.map((line) => line.discountAllocations)),
    /** The amount that gift cards pay; already subtracted from the total. */
    giftCards: sum(appliedGiftCards),
  }) as const;

/** Decodes the fields of `...CartSnapshot`. */
export const snapshot = mapped(rawCart, (cart) => ({
  id: cart.id,
  checkoutUrl: cart.checkoutUrl,
  cost: costOf(cart),
  lines: cart.lines.map(lineOf),
  groups: cart.deliveryGroups,
  discountCodes: cart.discountCodes,
}));

/** A way to deliver a group. */
export type SnapshotOption = Decoded<typeof option>;

/** Lines that are delivered together. */
export type SnapshotGroup = Decoded<typeof group>;

/** One line of a cart. */
export type SnapshotLine = ReturnType<typeof lineOf>;

/** The amounts of a cart, in minor units of one currency. */
export type SnapshotCost = ReturnType<typeof costOf>;

/** One revision of a cart, with the fields that a sheet shows. */
export type CartSnapshot = Decoded<typeof snapshot>;

/** Decodes a cart that is part of another answer. Throws if it does not fit. */
export const readSnapshot = (value: unknown): CartSnapshot => decodeAnswer(snapshot, value, 'cart');
