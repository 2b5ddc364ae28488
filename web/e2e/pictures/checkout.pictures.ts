import type { Page } from '@playwright/test';
import {
  buy,
  buyNow,
  buyOnDelivery,
  cards,
  chooseBrought,
  choosePayment,
  enterCard,
  fillCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
  reachPayment,
} from '../support/buyer.js';
import { goods } from '../support/goods.js';
import { openOffered, placements } from '../support/placements.js';
import { expect, test } from '../support/test.js';
import { photograph } from './photograph.js';

const [, , checkoutPage] = placements;
if (!checkoutPage) throw new Error('the checkout is missing');

async function openCheckout(page: Page): Promise<void> {
  await openProduct(page, goods.plain.handle);
  await buy(page);
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
}

test('checkout-empty', async ({ page }) => {
  await openCheckout(page);
  await photograph(page, 'checkout-empty');
});

test('checkout-faults', async ({ page }) => {
  await openCheckout(page);
  await placeOrder(page);
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await photograph(page, 'checkout-faults');
});

test('checkout-filled', async ({ page }) => {
  await openCheckout(page);
  await fillContactAndAddress(page);
  await chooseBrought(page, /PPL/);
  await enterCard(page, cards.approved);
  await photograph(page, 'checkout-filled');
});

test('checkout-declined and challenge', async ({ page }) => {
  await reachPayment(page, goods.plain.handle);
  await enterCard(page, cards.declined);
  await placeOrder(page);
  await expect(page.getByText(/zamítl|odmítl/i).first()).toBeVisible();
  await photograph(page, 'checkout-declined');
  await fillCard(page, cards.challenged);
  await placeOrder(page);
  await page.getByRole('button', { name: 'Potvrdit platbu' }).waitFor();
  await photograph(page, 'challenge');
});

test('checkout-transfer', async ({ page }) => {
  await reachPayment(page, goods.plain.handle);
  await choosePayment(page, /převod/i);
  await photograph(page, 'checkout-transfer');
});

test('dialog-sold-out', async ({ browser, page, shop }) => {
  await openProduct(page, goods.lastPiece.handle);
  await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
  const faster = await browser.newPage({ baseURL: shop.origin });
  await buyOnDelivery(faster, goods.lastPiece.handle);
  await faster.close();
  await buyNow(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await photograph(page, 'dialog-sold-out', 'window');
});

test('dialog-unreachable', async ({ page, shop }) => {
  await openProduct(page, goods.plain.handle);
  await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
  await page.waitForLoadState('networkidle');
  await shop.kill();
  await buyNow(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await photograph(page, 'dialog-unreachable', 'window');
});

test.describe('with wallets', () => {
  test.use({ shopOptions: { googlePay: true, payPal: true, metaPay: true } });

  test('checkout-wallets', async ({ page }) => {
    await openOffered(page, { ...checkoutPage, wallet: /Google Pay/ }, goods.plain);
    await photograph(page, 'checkout-wallets');
  });
});
