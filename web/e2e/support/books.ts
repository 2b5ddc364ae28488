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

/** Asserts the exact orders, charges and stock, and that each charge equals its order's total. */
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
