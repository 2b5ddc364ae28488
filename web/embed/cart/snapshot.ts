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

/** Defines `...CartSnapshot`; stands behind the operations that use it. */
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
    /** What was chosen is something else now, and to be chosen again. */
    hasChanged: selectionHasChanged,
    /** A carrier has still to say what some way costs. */
    isPending,
  }),
);

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** What all allocations take off. */
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
    /** What its selling plan will cost; null where it is bought once. */
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
    /** Null where nothing is known of it. */
    tax: cost.totalTaxAmount,
    /** Whether the other amounts hold the tax; else it is added to them. */
    taxIncluded: cost.taxesIncluded,
    duty: cost.totalDutyAmount,
    /** Taken off the whole cart; not negative. */
    cartDiscounts: discountAllocations,
    /** Taken off its lines; not negative. */
    lineDiscounts: sum(lines.map((line) => line.discountAllocations)),
    /** What gift cards pay of it: taken off the total already. */
    giftCards: sum(appliedGiftCards),
  }) as const;

/** Reads what `...CartSnapshot` asks for. */
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

/** What is delivered together. */
export type SnapshotGroup = Decoded<typeof group>;

/** One line of a cart. */
export type SnapshotLine = ReturnType<typeof lineOf>;

/** What a cart costs, in minor units of one currency. */
export type SnapshotCost = ReturnType<typeof costOf>;

/** One revision of a cart, as much of it as a sheet shows. */
export type CartSnapshot = Decoded<typeof snapshot>;

/** Reads a cart outside an answer of its own. Throws where it is not as agreed. */
export const readSnapshot = (value: unknown): CartSnapshot => decodeAnswer(snapshot, value, 'cart');
