import { test as base } from '@playwright/test';
import { Shop, type ShopOptions } from './shop.js';

/** Every test has a shop of its own: stock, orders and ledger are asserted to the unit. */
export const test = base.extend<{ shop: Shop; shopOptions: ShopOptions }>({
  // Buy-it-now and the checkout are tested without wallets in their way.
  shopOptions: [{ googlePay: false }, { option: true }],
  shop: async ({ shopOptions }, use) => {
    const shop = await Shop.open(shopOptions);
    await use(shop);
    await shop.close();
  },
  baseURL: async ({ shop }, use) => {
    await use(shop.origin);
  },
});

export { expect } from '@playwright/test';
