import { type Decoded, integer, list, member, nullable, object, text } from '../../base/decode.ts';
import { decodeAnswer } from './run-operation.ts';
import { money } from './decode-money.ts';

/** The recurring cost of a line. */
export interface SubscriptionLine {
  readonly quantity: number;
  /** `DAY`, `WEEK`, `MONTH` or `YEAR`. */
  readonly interval: string;
  readonly intervalCount: number;
  /** The prices of one piece, in chronological order. */
  readonly prices: readonly PlanPrice[];
}

/** A price in minor units and the number of orders it holds for; Infinity for all that follow. */
export interface PlanPrice {
  readonly minor: number;
  readonly orders: number;
}

/** An amount due on one schedule. Later orders of the schedule may have another amount. */
export interface RecurringTotal extends PlanPrice {
  readonly interval: string;
  readonly intervalCount: number;
  /** Whether an earlier payment of the same schedule has another amount. */
  readonly later: boolean;
}

/** The selection of a line's selling plan. */
export const ALLOCATION =
  'sellingPlanAllocation{priceAdjustments{price{amount}}sellingPlan{id billingPolicy{...on SellingPlanRecurringBillingPolicy{interval intervalCount}}priceAdjustments{orderCount}}}';

/** Decodes the fields of `ALLOCATION`. */
export const allocation = object({
  priceAdjustments: list(member('price', money)),
  sellingPlan: object({
    billingPolicy: nullable(object({ interval: text, intervalCount: integer })),
    priceAdjustments: list(member('orderCount', nullable(integer))),
  }),
});

/** The recurring cost of a line under its plan; null if it is bought once. */
export function plannedLine(
  bought: Decoded<typeof allocation> | null,
  quantity: number,
): SubscriptionLine | null {
  if (bought === null) return null;
  const { billingPolicy: policy, priceAdjustments: counts } = bought.sellingPlan;
  // Paid once, later: nothing recurs.
  if (policy === null) return { quantity, interval: '', intervalCount: 0, prices: [] };
  const prices = bought.priceAdjustments.map((price, at) => ({
    minor: price,
    orders: counts[at] ?? Infinity,
  }));
  return { quantity, ...policy, prices };
}

/** Decodes a plan and calculates its recurring cost. */
export const readPlanned = (value: unknown, quantity: number): SubscriptionLine | null =>
  plannedLine(decodeAnswer(nullable(allocation), value, 'sellingPlanAllocation'), quantity);

/** The last order of each price of a line. */
function endsOf({ prices }: SubscriptionLine): number[] {
  let end = 0;
  return prices.map(({ orders }) => (end += orders));
}

/** The price of a line in its `order`-th order, counted from 1. */
function costAt(line: SubscriptionLine, order: number): number {
  const at = endsOf(line).findIndex((end) => order <= end);
  const price = line.prices[at] ?? line.prices.at(-1);
  return (price?.minor ?? 0) * line.quantity;
}

const scheduleOf = ({ interval, intervalCount }: SubscriptionLine): string => `${interval} ${intervalCount}`;

const recurs = (line: SubscriptionLine | null): line is SubscriptionLine =>
  line !== null && line.quantity > 0 && line.prices.length > 0;

/**
 * The recurring totals of a cart: schedules in the order of the lines, amounts of a schedule in chronological order
 * (row 5.16).
 */
export function recurringTotals(planned: readonly (SubscriptionLine | null)[]): RecurringTotal[] {
  const lines = planned.filter(recurs);
  const firsts = lines.filter(
    (line, at) => lines.findIndex((other) => scheduleOf(other) === scheduleOf(line)) === at,
  );
  return firsts.flatMap((first) => {
    const mine = lines.filter((line) => scheduleOf(line) === scheduleOf(first));
    const ends = [...new Set([...mine.flatMap(endsOf), Infinity])].sort((one, other) => one - other);
    return ends.map((end, at) => {
      const before = ends[at - 1] ?? 0;
      const costs = mine.map((line) => costAt(line, before + 1));
      return {
        interval: first.interval,
        intervalCount: first.intervalCount,
        minor: costs.reduce((sum, cost) => sum + cost, 0),
        orders: end - before,
        later: at > 0,
      };
    });
  });
}
