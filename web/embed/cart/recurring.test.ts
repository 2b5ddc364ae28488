// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { readPlanned, recurringTotals, type SubscriptionLine } from './recurring.ts';

const line = (over: Partial<SubscriptionLine> = {}): SubscriptionLine => ({
  quantity: 1,
  interval: 'WEEK',
  intervalCount: 1,
  prices: [{ minor: 10_000, orders: Infinity }],
  ...over,
});
const price = (minor: number, orders = Infinity) => ({ minor, orders });

describe('recurring totals', () => {
  it('[5.16] lines of one schedule are summed, other schedules stand apart', () => {
    const lines = [
      line({ quantity: 2 }),
      null,
      line({ interval: 'MONTH', prices: [price(5000)] }),
      line({ prices: [price(700)] }),
      line({ intervalCount: 2, prices: [price(300)] }),
    ];
    const totals = recurringTotals(lines).map(({ interval, intervalCount, minor, orders }) => [
      interval,
      intervalCount,
      minor,
      orders,
    ]);
    expect(totals).toEqual([
      ['WEEK', 1, 20_700, Infinity],
      ['MONTH', 1, 5000, Infinity],
      ['WEEK', 2, 300, Infinity],
    ]);
  });

  it('[5.16] amounts follow every price of every line', () => {
    const lines = [
      line({ prices: [price(100, 3), price(200)] }),
      line({ prices: [price(10, 1), price(20, 4), price(30)] }),
      line({ prices: [price(1)] }),
    ];
    const totals = recurringTotals(lines).map(({ minor, orders, later }) => [minor, orders, later]);
    expect(totals).toEqual([
      [111, 1, false],
      [121, 2, true],
      [221, 2, true],
      [231, Infinity, true],
    ]);
  });

  it('[5.16] what is bought once, or of which nothing is left, does not recur', () => {
    expect(recurringTotals([null, line({ quantity: 0 })])).toEqual([]);
  });
});

describe("a line's plan", () => {
  const allocation = {
    priceAdjustments: [{ price: { amount: '199.00' } }, { price: { amount: '1225.50' } }],
    sellingPlan: {
      id: 'gid://shopify/SellingPlan/3',
      billingPolicy: { interval: 'MONTH', intervalCount: 1 },
      priceAdjustments: [{ orderCount: 3 }, { orderCount: null }],
    },
  };

  it('[3.05] is read with its prices and the orders they hold for', () => {
    expect(readPlanned(allocation, 2)).toEqual({
      quantity: 2,
      interval: 'MONTH',
      intervalCount: 1,
      prices: [price(19_900, 3), price(122_550)],
    });
    expect(readPlanned(null, 2)).toBeNull();
  });

  it('[3.05] a plan that changes no price has one that never ends', () => {
    const plain = {
      priceAdjustments: [{ price: { amount: '10.00' } }],
      sellingPlan: { ...allocation.sellingPlan, priceAdjustments: [] },
    };
    expect(readPlanned(plain, 1)?.prices).toEqual([price(1000)]);
  });
});
