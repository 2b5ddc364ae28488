import { expect } from '@playwright/test';
import type { DemoProduct } from './goods.js';
import type { Shop } from './shop.js';
import { availability } from './stock.js';

/** The expected orders, ledger and stock at the end of a test. */
export interface Books {
  readonly orders: 0 | 1;
  /** Units taken from stock. */
  readonly sold: number;
  /** Orders paid by card or wallet. The others are paid later. */
  readonly charged: 0 | 1;
}

/** The amounts that were captured. */
const charges = (shop: Shop): string[] =>
  shop
    .ledger()
    .filter(({ event }) => event === 'captured')
    .map(({ amount }) => amount);

/** Asserts what was captured. An order exists before its capture, so this waits. */
export async function expectCharged(shop: Shop, amounts: readonly (string | undefined)[]): Promise<void> {
  await expect.poll(() => charges(shop)).toEqual(amounts);
}

/** Asserts the exact orders, charges and stock, and that each charge equals its order's total. */
export async function assertBooks(
  shop: Shop,
  goods: DemoProduct,
  stockBefore: number,
  books: Books,
): Promise<void> {
  await expect.poll(() => shop.orders().length).toBe(books.orders);
  await expect.poll(() => charges(shop).length).toBe(books.charged);
  if (books.charged === 1) expect(charges(shop)).toEqual(shop.orders().map((order) => order.total));
  await expect.poll(() => availability(shop, goods)).toBe(stockBefore - books.sold);
}
