import type { Page } from '@playwright/test';
import {
  buy,
  buyNow,
  buyOnDelivery,
  cards,
  chooseDelivery,
  choosePayment,
  confirmedOrder,
  enterCard,
  fillCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
  reachPayment,
} from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';

test('screenshots of every page and dialog', async ({ browser, page, shop }, { project }) => {
  test.setTimeout(180_000);
  const take = async (name: string, of: Page = page): Promise<void> => {
    await of.screenshot({
      path: `test-results/screenshots/${name}-${project.name}.png`,
      fullPage: !name.startsWith('dialog'),
    });
  };

  await page.goto('/');
  await take('home');
  await openProduct(page, goods.variants.handle);
  await take('product-variants');
  await openProduct(page, goods.soldOut.handle);
  await take('product-sold-out');
  await page.goto('/cart');
  await take('cart-empty');
  await openProduct(page, goods.plain.handle);
  await take('product');
  await page.getByRole('button', { name: 'Přidat do košíku' }).click();
  await page.waitForURL(/\/cart$/);
  await take('cart');
  await page.goto('/policies/obchodni-podminky');
  await take('policy');
  await page.goto('/neni');
  await take('not-found');

  await openProduct(page, goods.plain.handle);
  await buy(page);
  await take('checkout-empty');
  await placeOrder(page);
  await take('checkout-faults');
  await fillContactAndAddress(page);
  await chooseDelivery(page, /PPL/);
  await enterCard(page, cards.declined);
  await take('checkout');
  await placeOrder(page);
  await expect(page.getByText(/zamítl|odmítl/i).first()).toBeVisible({ timeout: 20_000 });
  await take('checkout-declined');
  await fillCard(page, cards.challenged);
  await placeOrder(page);
  await page.getByRole('button', { name: 'Potvrdit platbu' }).waitFor({ timeout: 30_000 });
  await take('challenge');
  await page.getByRole('button', { name: 'Potvrdit platbu' }).click();
  await confirmedOrder(page);
  await take('confirmation-card');

  await reachPayment(page, goods.plain.handle);
  await choosePayment(page, /převod/i);
  await placeOrder(page);
  await confirmedOrder(page);
  await take('confirmation-transfer');

  const first = await browser.newPage({ baseURL: shop.origin });
  await openProduct(page, goods.lastPiece.handle);
  await buyOnDelivery(first, goods.lastPiece.handle);
  await first.close();
  await buyNow(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await take('dialog-out-of-stock');

  await openProduct(page, goods.plain.handle);
  await page.waitForLoadState('networkidle');
  await shop.kill();
  await buyNow(page).click();
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: 20_000 });
  await take('dialog-checkout');
});
