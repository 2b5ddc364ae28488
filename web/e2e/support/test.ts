import { test as base } from '@playwright/test';
import { Shop } from './shop.js';

/** Every test has a shop of its own: stock, orders and ledger are asserted to the unit. */
export const test = base.extend<{ shop: Shop; quiet: undefined }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture depends on
  shop: async ({}, use) => {
    const shop = await Shop.open();
    await use(shop);
    await shop.close();
  },
  baseURL: async ({ shop }, use) => {
    await use(shop.origin);
  },
});

export { expect } from '@playwright/test';
