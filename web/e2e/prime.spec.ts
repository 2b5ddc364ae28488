import type { Locator, Page, Route } from '@playwright/test';
import { facts } from './support/amazon.js';
import { confirmedOrder, openProduct, placeOrder, shopIn } from './support/buyer.js';
import { goods } from './support/goods.js';
import { due, minorOf } from './support/sums.js';
import { expect, test } from './support/test.js';

test.use({ shopOptions: { googlePay: false, amazonPay: true, buyWithPrime: true } });

/** Buy with Prime's button in a product's or a cart's element. */
const button = (page: Page, tag: string): Locator =>
  page.locator(tag).getByRole('button', { name: /Buy with Prime/ });

/** Opens a product's page with American prices: Buy with Prime delivers to the United States. */
async function openInAmerica(page: Page, handle: string): Promise<void> {
  await openProduct(page, handle);
  await shopIn(page, /^Spojené státy/);
}

/** Signs in at Amazon, chooses an approved card, and comes back to the checkout. */
async function choose(page: Page, buyer: string): Promise<void> {
  await page.waitForURL(/\/amazon-pay\/choose/);
  await page.getByLabel('Kupující').selectOption(buyer);
  await page.getByRole('button', { name: 'Přihlásit se', exact: true }).click();
  const cards = page.getByLabel(/^Karta/);
  const label = await cards.locator('option', { hasText: /1111/ }).textContent();
  await cards.selectOption({ label: label ?? '' });
  await page.getByRole('button', { name: 'Pokračovat do obchodu' }).click();
  await page.waitForURL(/\/checkout\//);
}

test('[1.03] [2.22] [2.25] [B.03] a member buys a marked product: one charge of the sum shown', async ({
  page,
  shop,
}) => {
  await openInAmerica(page, goods.plain.handle);
  const prime = button(page, 'accelerated-checkout');
  await expect(prime).toBeEnabled();
  const box = await prime.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(150);
  await prime.click();
  await choose(page, 'mary');
  await expect(facts(page)).toContainText(['mary.johnson@example.com']);
  await expect(page.getByRole('radio', { name: /Amazon Pay/ })).toBeChecked();
  await expect(due(page)).toHaveText(/\$/);
  const shown = minorOf(await due(page).innerText());
  await placeOrder(page);
  await page.waitForURL(/\/amazon-pay\/pay/);
  await page.getByRole('button', { name: 'Zaplatit' }).click();
  const number = await confirmedOrder(page);
  const [order, ...others] = shop.orders();
  expect(others).toEqual([]);
  expect([order?.number, order?.currency, minorOf(order?.total ?? '')]).toEqual([number, 'USD', shown]);
});

test('[8.02] without a membership the checkout offers no account, and says so', async ({ page, shop }) => {
  await openInAmerica(page, goods.plain.handle);
  await button(page, 'accelerated-checkout').click();
  await choose(page, 'james');
  await expect(page.getByText('Zvolenou platební metodou tuto objednávku zaplatit nejde.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Amazon Pay/ })).toHaveCount(0);
  expect(shop.orders()).toEqual([]);
});

test('[8.02] [8.01] a cart of unmarked goods gets a dialog', async ({ page }) => {
  await openInAmerica(page, goods.planned.handle);
  await expect(
    page.locator('accelerated-checkout').getByRole('button', { name: /Amazon Pay/ }),
  ).toBeEnabled();
  await expect(button(page, 'accelerated-checkout')).toHaveCount(0);
  await page.getByRole('button', { name: 'Přidat do košíku' }).click();
  const prime = button(page, 'accelerated-checkout-cart');
  await expect(prime).toBeEnabled();
  await prime.click();
  await expect(page.getByRole('dialog')).toContainText(
    'Položky splňující podmínky pro Buy with Prime už váš košík neobsahuje.',
  );
});

test('[7.17] a press is published as soon as the page’s analytics have loaded', async ({ page }) => {
  const published: unknown[] = [];
  await page.exposeFunction('published', (...event: unknown[]) => published.push(event));
  const loading: Route[] = [];
  await page.route('**/analytics', (route) => void loading.push(route));
  await page.addInitScript(() => {
    const publish: unknown = Reflect.get(globalThis, 'published');
    const load = (): unknown => Object.assign(globalThis, { Shopify: { analytics: { publish } } });
    fetch('/analytics').then(load, () => undefined);
  });
  // The browser stays on the page while Amazon's does not answer.
  const leaving: Route[] = [];
  await page.route(/\/amazon-pay\/choose/, (route) => void leaving.push(route));
  await openInAmerica(page, goods.plain.handle);
  await button(page, 'accelerated-checkout').click({ noWaitAfter: true });
  await expect.poll(() => leaving.length).toBe(1);
  expect(published).toEqual([]);
  await loading.at(-1)?.fulfill({ body: '' });
  await expect.poll(() => published).toEqual([['bwp_widget_click', { skus: ['KU-HRN-01'] }]]);
  await leaving[0]?.continue();
  await page.waitForURL(/\/amazon-pay\/choose/);
});
