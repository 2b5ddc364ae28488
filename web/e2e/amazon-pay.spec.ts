import type { Page } from '@playwright/test';
import { confirmedOrder, openProduct, placeOrder, shopIn } from './support/buyer.js';
import { goods } from './support/goods.js';
import { due, minorOf } from './support/sums.js';
import { expect, test } from './support/test.js';

test.use({ shopOptions: { googlePay: false, amazonPay: true } });

const button = (page: Page) =>
  page.locator('accelerated-checkout-cart').getByRole('button', { name: /Amazon Pay/ });

/** Presses the button in the cart of a buyer in Slovakia: Amazon Pay takes no koruny. */
async function toAmazon(page: Page): Promise<void> {
  await openProduct(page, goods.plain.handle);
  await shopIn(page, /^Slovensko/);
  await page.getByRole('button', { name: 'Přidat do košíku' }).click();
  await expect(button(page)).toBeEnabled({ timeout: 20_000 });
  await button(page).click();
  await page.waitForURL(/\/amazon-pay\/choose/);
}

/** Chooses a buyer and a card at Amazon, and comes back to the checkout. */
async function choose(page: Page, card: RegExp): Promise<void> {
  await page.getByLabel('Kupující').selectOption('zuzana');
  await page.getByRole('button', { name: 'Přihlásit se', exact: true }).click();
  const cards = page.getByLabel(/^Karta/);
  const label = await cards.locator('option', { hasText: card }).textContent();
  await cards.selectOption({ label: label ?? '' });
  await page.getByRole('button', { name: 'Pokračovat do obchodu' }).click();
  await page.waitForURL(/\/checkout\//);
}

test('[1.03] [4.21] [7.13] [7.24] [B.03] chosen at Amazon, ordered in the checkout, confirmed at Amazon: one charge of the sum shown', async ({
  page,
  shop,
}) => {
  await toAmazon(page);
  await choose(page, /1111/);
  await expect(page.getByLabel('E-mail')).toHaveValue('zuzana.kovacova@example.sk');
  await expect(page.getByLabel('Město')).toHaveValue('Bratislava');
  await expect(page.getByRole('radio', { name: /Amazon Pay/ })).toBeChecked();
  await expect(due(page)).toHaveText(/^21,30\s€$/);
  const shown = minorOf(await due(page).innerText());
  await placeOrder(page);
  await page.waitForURL(/\/amazon-pay\/pay/);
  expect(shop.orders()).toEqual([]);
  await expect(page.getByText('21,30 €')).toBeVisible();
  await page.getByRole('button', { name: 'Zaplatit' }).click();
  const number = await confirmedOrder(page);
  const [order, ...others] = shop.orders();
  expect(others).toEqual([]);
  expect([order?.number, order?.currency, minorOf(order?.total ?? '')]).toEqual([number, 'EUR', shown]);
});

test('[4.21] cancelled at Amazon: the cart as it was', async ({ page, shop }) => {
  await toAmazon(page);
  await page.getByRole('button', { name: 'Zrušit a vrátit se do obchodu' }).click();
  await page.waitForURL(/\/cart/);
  await expect(button(page)).toBeEnabled({ timeout: 20_000 });
  expect(shop.orders()).toEqual([]);
});

test('[4.21] [8.03] declined at Amazon: no order, and the checkout says why', async ({ page, shop }) => {
  await toAmazon(page);
  await choose(page, /3434/);
  await placeOrder(page);
  await page.waitForURL(/\/amazon-pay\/pay/);
  await page.getByRole('button', { name: 'Zaplatit' }).click();
  await page.waitForURL(/\/checkout\//);
  await expect(page.locator('#submission-message')).toContainText('Platba neproběhla');
  expect(shop.orders()).toEqual([]);
});
