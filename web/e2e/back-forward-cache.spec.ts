import type { Page } from '@playwright/test';
import { buy, buyNow, openProduct } from './support/buyer.js';
import { cancel, sheetReady } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { openOffered, placements, press } from './support/placements.js';
import { expect, test } from './support/test.js';

// Playwright switches the cache off; these tests need it.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

/** Makes the page record whether the cache restored it. */
async function watchReturn(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', (event) => {
      document.documentElement.dataset['persisted'] = String(event.persisted);
    });
  });
}

/** Goes back to the watched page, which the cache must restore. A restored page fires no load event to wait for. */
async function goBackToKept(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true');
}

test('[4.02] back from the checkout: the restored page can buy again', async ({ page }) => {
  await openProduct(page, goods.plain.handle);
  await watchReturn(page);
  await buy(page);
  await goBackToKept(page);
  await expect(buyNow(page)).toBeEnabled();
  await buy(page);
});

test.describe('with a wallet', () => {
  test.use({ shopOptions: { googlePay: true } });

  // The cart's and the checkout's pages are never cached: they contain the cart's secret.
  test('[4.02] [B.09] back from another page: the restored product page opens the sheet again', async ({
    page,
  }) => {
    const [product] = placements;
    if (!product) throw new Error('there is a product page');
    await openOffered(page, product, goods.plain);
    await watchReturn(page);
    await press(page, product);
    await sheetReady(page);
    await page.goto('/policies/obchodni-podminky');
    await goBackToKept(page);
    // Only the buyer can close the wallet's sheet; its purchase ended when the buyer left the page.
    await cancel(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(page, product);
    await sheetReady(page);
    await cancel(page);
  });
});
