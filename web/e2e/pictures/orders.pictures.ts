import type { Page } from '@playwright/test';
import {
  buy,
  cards,
  choosePayment,
  confirmedOrder,
  enterCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
  reachPayment,
  chooseBrought,
  buyOnDelivery,
} from '../support/buyer.js';
import { goods } from '../support/goods.js';
import { openGoods } from '../support/placements.js';
import { expect, test } from '../support/test.js';
import { photograph } from './photograph.js';

async function payByCard(page: Page): Promise<void> {
  await enterCard(page, cards.approved);
  await placeOrder(page);
  await confirmedOrder(page);
}

test('order-card', async ({ page }) => {
  await reachPayment(page, goods.plain.handle);
  await payByCard(page);
  await photograph(page, 'order-card');
});

test('order-transfer', async ({ page }) => {
  await reachPayment(page, goods.plain.handle);
  await choosePayment(page, /převod/i);
  await placeOrder(page);
  await confirmedOrder(page);
  await photograph(page, 'order-transfer');
});

test('order-on-delivery', async ({ page }) => {
  await buyOnDelivery(page, goods.plain.handle);
  await photograph(page, 'order-on-delivery');
});

test('order-subscription', async ({ page }) => {
  await openGoods(page, goods.weekly);
  await buy(page);
  await fillContactAndAddress(page);
  await chooseBrought(page, /PPL/);
  await payByCard(page);
  await photograph(page, 'order-subscription');
});

test('order-digital', async ({ page }) => {
  await openProduct(page, goods.digital.handle);
  await buy(page);
  await fillContactAndAddress(page);
  await payByCard(page);
  await photograph(page, 'order-digital');
});

test('mail', async ({ page }) => {
  await reachPayment(page, goods.plain.handle);
  await choosePayment(page, /převod/i);
  await placeOrder(page);
  await confirmedOrder(page);
  await page.goto('/sandbox/mail');
  const mails = page.locator('ol a').first();
  await expect(async () => {
    await page.reload();
    await expect(mails).toBeVisible({ timeout: 1000 });
  }).toPass();
  await photograph(page, 'mail-inbox');
  await mails.click();
  await page.waitForURL(/\/html$/);
  await photograph(page, 'mail-transfer');
});
