import { buy, buyNow, openProduct } from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';

// Playwright switches the cache off; the test is about what happens when a browser has it.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

test('[4.02] back from the checkout: the kept page can buy again', async ({ page }) => {
  await openProduct(page, goods.plain.handle);
  await page.evaluate(() => {
    addEventListener('pageshow', (event) => {
      document.documentElement.dataset['persisted'] = String(event.persisted);
    });
  });
  await buy(page);
  // A restored page does not load again, so there is no load to wait for.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true');
  await expect(buyNow(page)).toBeEnabled();
  await buy(page);
});
