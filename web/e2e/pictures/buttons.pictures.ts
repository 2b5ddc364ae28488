import { expect, test } from '../support/test.js';
import { photograph } from './photograph.js';

test.use({ shopOptions: { googlePay: true } });

test('wallet-buttons', async ({ page }) => {
  await page.goto('/policies/tlacitka-penezenek');
  const buttons = page.locator('pay-wallet-button');
  await expect(buttons).not.toHaveCount(0);
  await expect(page.locator('pay-wallet-button svg:has(path)')).toHaveCount(await buttons.count());
  await photograph(page, 'wallet-buttons');
});
