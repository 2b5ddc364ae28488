import { DELIVERY_GROUPS_FETCHED, LINES_FETCHED } from '../constants.ts';
import { bool, list, minor, nullable, object, text, integer } from './decode.ts';
import { ALLOCATION, readPlanned, type PlannedLine } from './recurring.ts';

/** A way to deliver a group. */
export interface SnapshotOption {
  readonly handle: string;
  readonly title: string;
  readonly description: string;
  readonly promise: string;
  /** `SHIPPING`, `LOCAL`, `PICK_UP` and so on. */
  readonly methodType: string;
  /** Minor units. */
  readonly minor: number;
}

/** What is delivered together. */
export interface SnapshotGroup {
  readonly id: string;
  readonly options: readonly SnapshotOption[];
  readonly selectedHandle: string | null;
  /** What was chosen is something else now, and to be chosen again. */
  readonly hasChanged: boolean;
  /** A carrier has still to say what some way costs. */
  readonly isPending: boolean;
}

/** One line of a cart. */
export interface SnapshotLine {
  readonly quantity: number;
  readonly requiresShipping: boolean;
  readonly hasSellingPlan: boolean;
  /** What its selling plan will cost; null where it is bought once. */
  readonly planned: PlannedLine | null;
}

/** What a cart costs, in minor units of one currency. */
export interface SnapshotCost {
  readonly currencyCode: string;
  readonly total: number;
  readonly subtotal: number;
  /** Null where nothing is known of it. */
  readonly tax: number | null;
  /** Whether the other amounts hold the tax; else it is added to them. */
  readonly taxIncluded: boolean;
  readonly duty: number | null;
  /** Taken off the whole cart and off its lines; not negative. */
  readonly cartDiscounts: number;
  readonly lineDiscounts: number;
  /** What gift cards pay of it: taken off the total already. */
  readonly giftCards: number;
}

/** One revision of a cart, as much of it as a sheet shows. */
export interface CartSnapshot {
  readonly id: string;
  readonly checkoutUrl: string;
  readonly cost: SnapshotCost;
  readonly lines: readonly SnapshotLine[];
  readonly groups: readonly SnapshotGroup[];
  readonly discountCodes: readonly { readonly code: string; readonly applicable: boolean }[];
}

const MONEY = '{amount currencyCode}';
const DISCOUNTS = `discountAllocations{discountedAmount${MONEY}}`;

/** Defines `...CartSnapshot`; stands behind the operations that use it. */
export const CART_SNAPSHOT = `fragment CartSnapshot on Cart{id checkoutUrl cost{totalAmount${MONEY}subtotalAmount${MONEY}totalTaxAmount${MONEY}taxesIncluded totalDutyAmount${MONEY}}${DISCOUNTS}appliedGiftCards{amountUsed${MONEY}}discountCodes{code applicable}lines(first:${LINES_FETCHED}){nodes{quantity ${DISCOUNTS}merchandise{...on ProductVariant{requiresShipping}}${ALLOCATION}}}deliveryGroups(first:${DELIVERY_GROUPS_FETCHED}){nodes{id isPending selectionHasChanged selectedDeliveryOption{handle}deliveryOptions{handle title description deliveryPromise deliveryMethodType estimatedCost${MONEY}}}}}`;

const nodes = (connection: unknown, what: string): readonly unknown[] =>
  list(object(connection, what)['nodes'], what);

const money = (value: unknown, what: string): number => minor(object(value, what)['amount'], what);

const textOrEmpty = (value: unknown, what: string): string => nullable(text)(value, what) ?? '';

const sum = (value: unknown, what: string): number =>
  list(value, what).reduce<number>((total, each) => total + money(object(each, what)[what], what), 0);

const discounts = (value: unknown): number => sum(value, 'discountedAmount');

function readOption(value: unknown): SnapshotOption {
  const option = object(value, 'deliveryOption');
  return {
    handle: text(option['handle'], 'handle'),
    title: textOrEmpty(option['title'], 'title'),
    description: textOrEmpty(option['description'], 'description'),
    promise: textOrEmpty(option['deliveryPromise'], 'deliveryPromise'),
    methodType: text(option['deliveryMethodType'], 'deliveryMethodType'),
    minor: money(option['estimatedCost'], 'estimatedCost'),
  };
}

function readGroup(value: unknown): SnapshotGroup {
  const group = object(value, 'deliveryGroup');
  const selected = nullable(object)(group['selectedDeliveryOption'], 'selectedDeliveryOption');
  return {
    id: text(group['id'], 'id'),
    options: list(group['deliveryOptions'], 'deliveryOptions').map(readOption),
    selectedHandle: selected && text(selected['handle'], 'handle'),
    hasChanged: bool(group['selectionHasChanged'], 'selectionHasChanged'),
    isPending: bool(group['isPending'], 'isPending'),
  };
}

function readLine(value: unknown): SnapshotLine {
  const line = object(value, 'line');
  const { requiresShipping } = object(line['merchandise'], 'merchandise');
  const quantity = integer(line['quantity'], 'quantity');
  const planned = readPlanned(line['sellingPlanAllocation'], quantity);
  return {
    quantity,
    requiresShipping: bool(requiresShipping, 'requiresShipping'),
    hasSellingPlan: planned !== null,
    planned,
  };
}

function readCost(cart: Readonly<Record<string, unknown>>): SnapshotCost {
  const { totalAmount, subtotalAmount, totalTaxAmount, taxesIncluded, totalDutyAmount } = object(
    cart['cost'],
    'cost',
  );
  const lines = nodes(cart['lines'], 'lines').map((line) => object(line, 'line')['discountAllocations']);
  return {
    currencyCode: text(object(totalAmount, 'totalAmount')['currencyCode'], 'currencyCode'),
    total: money(totalAmount, 'totalAmount'),
    subtotal: money(subtotalAmount, 'subtotalAmount'),
    tax: nullable(money)(totalTaxAmount, 'totalTaxAmount'),
    taxIncluded: bool(taxesIncluded, 'taxesIncluded'),
    duty: nullable(money)(totalDutyAmount, 'totalDutyAmount'),
    cartDiscounts: discounts(cart['discountAllocations']),
    lineDiscounts: lines.map(discounts).reduce((total, amount) => total + amount, 0),
    giftCards: sum(cart['appliedGiftCards'], 'amountUsed'),
  };
}

/** Reads what `...CartSnapshot` asked for. Throws where the answer is not as agreed. */
export function readSnapshot(value: unknown): CartSnapshot {
  const cart = object(value, 'cart');
  return {
    id: text(cart['id'], 'id'),
    checkoutUrl: text(cart['checkoutUrl'], 'checkoutUrl'),
    cost: readCost(cart),
    lines: nodes(cart['lines'], 'lines').map(readLine),
    groups: nodes(cart['deliveryGroups'], 'deliveryGroups').map(readGroup),
    discountCodes: list(cart['discountCodes'], 'discountCodes').map((each) => {
      const { code, applicable } = object(each, 'discountCode');
      return { code: text(code, 'code'), applicable: bool(applicable, 'applicable') };
    }),
  };
}
