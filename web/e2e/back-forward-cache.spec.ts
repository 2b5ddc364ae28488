import type { Page } from '@playwright/test';
import { buy, buyNow, openProduct } from './support/buyer.js';
import { cancel, sheetReady } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { openOffered, placements, press } from './support/placements.js';
import { expect, test } from './support/test.js';

// Playwright switches the cache off; the test is about what happens when a browser has it.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

/** Has the page tell, should it come back, whether it was kept. */
async function watchReturn(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', (event) => {
      document.documentElement.dataset['persisted'] = String(event.persisted);
    });
  });
}

/** Goes back to the watched page, which must have been kept. It does not load again: there is no load to wait for. */
async function goBackToKept(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true');
}

test('[4.02] back from the checkout: the kept page can buy again', async ({ page }) => {
  await openProduct(page, goods.plain.handle);
  await watchReturn(page);
  await buy(page);
  await goBackToKept(page);
  await expect(buyNow(page)).toBeEnabled();
  await buy(page);
});

test.describe('with a wallet', () => {
  test.use({ shopOptions: { googlePay: true } });

  // The cart's and the checkout's pages are never kept: they carry the cart's secret.
  test('[4.02] [B.09] back from elsewhere: the kept product page opens the sheet again', async ({ page }) => {
    const [product] = placements;
    if (!product) throw new Error('there is a product page');
    await openOffered(page, product, goods.plain);
    await watchReturn(page);
    await press(page, product);
    await sheetReady(page);
    await page.goto('/policies/obchodni-podminky');
    await goBackToKept(page);
    // Nobody but the buyer can close the wallet's sheet, whose purchase ended with the page.
    await cancel(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(page, product);
    await sheetReady(page);
    await cancel(page);
  });
});
