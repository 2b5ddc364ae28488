import type { Page } from '@playwright/test';
import { openProduct, PARSED } from '../support/buyer.js';
import { goods } from '../support/goods.js';
import { expect, test } from '../support/test.js';
import { BUYER, buyAndSave, endSession, WITH_WALLET } from '../support/wallet-account.js';
import { code, email, orderButton, send, walletButton } from '../support/wallet-checkout.js';
import { photograph } from './photograph.js';

test.use({ shopOptions: WITH_WALLET });

/** From the product's page to the checkout, by the wallet's button. */
async function toCheckout(page: Page): Promise<void> {
  await openProduct(page, goods.plain.handle);
  await expect(walletButton(page)).toBeEnabled();
  await walletButton(page).click();
  await page.waitForURL(/payment=shop_pay/, PARSED);
}

async function askForCode(page: Page): Promise<void> {
  await email(page).fill(BUYER);
  await send(page).click();
  await expect(code(page)).toBeFocused();
}

test('wallet-checkout unknown, code, and a wrong code', async ({ page }) => {
  await toCheckout(page);
  await expect(send(page)).toBeEnabled();
  await photograph(page, 'wallet-checkout-unknown');
  await askForCode(page);
  await photograph(page, 'wallet-checkout-code');
  // One of a million: the next code is hardly this one.
  await code(page).fill('000000');
  await expect(code(page)).toHaveAttribute('aria-invalid', 'true');
  await photograph(page, 'wallet-checkout-wrong-code');
});

test('wallet-checkout signed in, and recognised', async ({ page }) => {
  await buyAndSave(page);
  await toCheckout(page);
  await expect(orderButton(page)).toHaveText(/–/);
  await photograph(page, 'wallet-checkout-signed-in');
  await endSession(page);
  await page.reload(PARSED);
  await expect(send(page)).toBeEnabled();
  await photograph(page, 'wallet-checkout-recognised');
});

test('wallet-button', async ({ page }) => {
  await buyAndSave(page);
  await openProduct(page, goods.plain.handle);
  await expect(walletButton(page)).toHaveAttribute('data-face', 'animation-complete');
  await photograph(page, 'wallet-button');
});

test('account signing in, and signed in', async ({ page }) => {
  await page.goto('/account', PARSED);
  await photograph(page, 'account-sign-in');
  await page.getByLabel('E-mail').fill(BUYER);
  await page.getByRole('button', { name: 'Poslat kód' }).click();
  await expect(page.getByLabel('Kód', { exact: true })).toBeVisible();
  await photograph(page, 'account-code');
  await buyAndSave(page);
  await page.goto('/account', PARSED);
  await expect(page.getByRole('heading', { level: 1, name: 'Můj účet' })).toBeVisible();
  await photograph(page, 'account');
});
