import type { Page } from '@playwright/test';
import { expectCharged } from './support/books.js';
import {
  cards,
  confirmedOrder,
  enterCard,
  openProduct,
  placeOrder,
  putInCart,
  reachPayment,
} from './support/buyer.js';
import { pay, sheet, sheetReady } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { openOffered, placements, press, type Placement } from './support/placements.js';
import { due, lastAmount, minorOf, unfoldSummary } from './support/sums.js';
import { expect, test } from './support/test.js';

const [productPage, , checkout] = placements as [Placement, unknown, Placement];

/** Enters a code in the checkout's common field for discount codes and gift cards. */
async function enter(page: Page, code: string): Promise<void> {
  await unfoldSummary(page);
  const field = page.getByLabel('Slevový kód nebo dárková karta', { exact: true }).getByRole('textbox');
  await field.fill(code);
  await page.getByRole('button', { name: 'Použít' }).click();
}

test('[3.03] a discount code and a gift card entered in the checkout: shown, charged and ordered alike', async ({
  page,
  shop,
}) => {
  await reachPayment(page, goods.plain.handle);
  await enter(page, 'NEZNAMY');
  await expect(page.getByText('Takový kód neznáme.')).toBeVisible();
  await enter(page, 'SOJKA100');
  await expect(page.getByText('Sleva (SOJKA100)')).toBeVisible();
  await enter(page, 'DAREK-SOJKA-2026');
  await expect(page.getByText('Dárková karta …2026').first()).toBeVisible();
  // The gift card covers the total, so the checkout requires no payment card.
  const [before] = shop.orders();
  expect(before).toBeUndefined();
  await placeOrder(page);
  const number = await confirmedOrder(page);
  const [order] = shop.orders();
  expect(order?.number).toBe(number);
  expect(order?.discounts.map(({ code, amount }) => [code, amount])).toEqual([['SOJKA100', '100.00']]);
  expect(order?.giftCards.map(({ lastCharacters }) => lastCharacters)).toEqual(['2026']);
  await expectCharged(shop, order?.total === '0.00' ? [] : [order?.total]);
});

test('[3.03] a discount code reduces the charge of a card, and the cart page shows it', async ({
  page,
  shop,
}) => {
  await reachPayment(page, goods.plain.handle);
  // Goods and PPL: the chosen option is saved.
  await expect(due(page)).toHaveText(/^408\s/);
  const full = 40_800;
  await enter(page, 'SOJKA100');
  await expect(page.getByText('Sleva (SOJKA100)')).toBeVisible();
  await expect.poll(async () => Number(minorOf(await due(page).innerText()))).toBe(full - 10_000);
  await enterCard(page, cards.approved);
  await placeOrder(page);
  await confirmedOrder(page);
  const [order] = shop.orders();
  expect(Number(minorOf(order?.total ?? ''))).toBe(full - 10_000);
  await expectCharged(shop, [order?.total]);
});

test.describe('with Google Pay', () => {
  test.use({ shopOptions: { googlePay: true } });

  test('[3.09] a code from a link reduces the total in the product page’s sheet', async ({ page, shop }) => {
    await page.addInitScript(() => {
      localStorage.setItem('discount_code', 'SOJKA100');
    });
    await openOffered(page, productPage, goods.plain);
    await press(page, productPage);
    await sheetReady(page);
    await expect(sheet(page).getByText('Slevy')).toBeVisible();
    const shown = minorOf(await lastAmount(sheet(page).getByRole('definition').last()));
    await pay(page);
    await confirmedOrder(page);
    const [order] = shop.orders();
    expect(order?.discounts.map(({ code }) => code)).toEqual(['SOJKA100']);
    expect(minorOf(order?.total ?? '')).toBe(shown);
    await expectCharged(shop, [order?.total]);
  });

  test('[3.03] the sheet shows the code and the gift card entered in the checkout, and pays the rest', async ({
    page,
    shop,
  }) => {
    await openOffered(page, checkout, { handle: 'litinova-panev' });
    await enter(page, 'SOJKA100');
    await expect(page.getByText('Sleva (SOJKA100)')).toBeVisible();
    await enter(page, 'DAREK-SOJKA-2026');
    await expect(page.getByText('Dárková karta …2026').first()).toBeVisible();
    await press(page, checkout);
    await sheetReady(page);
    await expect(sheet(page).getByText('Slevy')).toBeVisible();
    await expect(sheet(page).getByText('Dárkové karty')).toBeVisible();
    const shown = minorOf(await lastAmount(sheet(page).getByRole('definition').last()));
    await pay(page);
    await confirmedOrder(page);
    const [order] = shop.orders();
    expect(order?.discounts).toHaveLength(1);
    expect(order?.giftCards.map(({ amount }) => amount)).toEqual(['500.00']);
    expect(minorOf(order?.total ?? '')).toBe(shown);
    await expectCharged(shop, [order?.total]);
  });

  test('the cart page shows the cart’s discounts', async ({ page }) => {
    await openProduct(page, goods.plain.handle);
    await putInCart(page);
    await page.getByRole('button', { name: /^Pokračovat/ }).click();
    await page.waitForURL(/\/checkout\//);
    await enter(page, 'SOJKA100');
    await expect(page.getByText('Sleva (SOJKA100)')).toBeVisible();
    await page.goto('/cart');
    const line = await page.locator('[data-line-total]').innerText();
    const total = page.locator('[data-cart-subtotal]');
    await expect(page.locator('[data-cart-discounts]')).toContainText('Sleva (SOJKA100)');
    expect(Number(minorOf(await total.innerText()))).toBe(Number(minorOf(line)) - 10_000);
    await page.getByRole('button', { name: /^Přidat kus/ }).click();
    await expect(page.locator('[data-cart-items]')).toHaveText('2 kusy');
    await expect
      .poll(async () => Number(minorOf(await total.innerText())))
      .toBe(2 * Number(minorOf(line)) - 10_000);
    await expect(page.locator('[data-code]')).toContainText('Slevový kód SOJKA100');
    await expect(page.locator('[data-code-note]')).toHaveText('');
  });
});
