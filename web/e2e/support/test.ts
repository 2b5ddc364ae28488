import { test as base } from '@playwright/test';
import type { Shop, ShopOptions } from './shop.js';
import { ShopPool } from './shop-pool.js';

interface ForTest {
  readonly shop: Shop;
  readonly shopOptions: ShopOptions;
}

interface ForWorker {
  /** The number of spare shops. */
  readonly spareShops: number;
  readonly shops: ShopPool;
}

/** Every test has its own shop, because tests assert exact stock, orders and ledger. */
export const test = base.extend<ForTest, ForWorker>({
  // Tests of buy-it-now and the checkout need no wallets.
  shopOptions: [{ googlePay: false }, { option: true }],
  spareShops: [1, { option: true, scope: 'worker' }],
  shops: [
    async ({ spareShops }, use) => {
      const pool = new ShopPool(spareShops);
      await use(pool);
      await pool.close();
    },
    { scope: 'worker' },
  ],
  shop: async ({ shops, shopOptions }, use) => {
    const shop = await shops.take(shopOptions);
    await use(shop);
    await shop.close();
  },
  baseURL: async ({ shop }, use) => {
    await use(shop.origin);
  },
});

export { expect } from '@playwright/test';
