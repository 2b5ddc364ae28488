import { expect } from '@playwright/test';
import type { DemoProduct } from './goods.js';
import type { Shop } from './shop.js';
import { availability } from './stock.js';

/** What order book, ledger and stock must say once everything has come to its end. */
export interface Books {
  readonly orders: 0 | 1;
  /** Units that are gone from the stock. */
  readonly sold: number;
  /** Orders that were paid by card or wallet; the others are paid later. */
  readonly charged: 0 | 1;
}

/** Asserts orders, charges and stock to the unit; the amount charged is the order's. */
export async function assertBooks(
  shop: Shop,
  goods: DemoProduct,
  stockBefore: number,
  books: Books,
): Promise<void> {
  await expect.poll(() => shop.orders().length).toBe(books.orders);
  const charges = (): string[] =>
    shop
      .ledger()
      .filter((row) => row.event === 'captured')
      .map((row) => row.amount);
  await expect.poll(() => charges().length).toBe(books.charged);
  if (books.charged === 1) expect(charges()).toEqual(shop.orders().map((order) => order.total));
  await expect.poll(() => availability(shop, goods)).toBe(stockBefore - books.sold);
}
