import type { Page } from '@playwright/test';
import { expectCharged } from './support/books.js';
import {
  buy,
  buyNow,
  cards,
  chooseBrought,
  choosePayment,
  confirmedOrder,
  enterCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
} from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';

/** The form within the checkout's HTML, and the number of requests for an order. */

/** Blocks the page's scripts until released. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/checkout-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Records the operations that the page sends from now on. */
function operations(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).searchParams.get('operation_name');
    if (name !== null) names.push(name);
  });
  return names;
}

/** Opens the checkout without waiting for its scripts. */
async function toCheckout(page: Page, handle: string): Promise<void> {
  await openProduct(page, handle);
  await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
  await buyNow(page).click();
  await page.waitForURL(/\/checkout\//, { waitUntil: 'commit' });
}

test('text typed before the scripts run is kept, with the focus, and nothing moves', async ({
  page,
  shop,
}) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const release = await holdScripts(page);
  await toCheckout(page, goods.plain.handle);
  const sent = operations(page);
  await page.getByLabel('E-mail').fill('jana.novakova@example.cz');
  await page.getByLabel('Telefon').fill('777 123 456');
  await page.getByLabel('Jméno').fill('Jana');
  await page.getByLabel('Příjmení').pressSequentially('Nová');
  expect(sent).toEqual([]);
  const before = await page.getByLabel('Příjmení').boundingBox();
  release();
  await expect(page.getByRole('radio', { name: /PPL/ })).toBeVisible();
  await expect(page.getByLabel('Příjmení')).toBeFocused();
  expect(await page.getByLabel('Příjmení').boundingBox()).toEqual(before);
  await page.keyboard.type('ková');
  await expect(page.getByLabel('Příjmení')).toHaveValue('Nováková');
  await expect(page.getByLabel('E-mail')).toHaveValue('jana.novakova@example.cz');
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  await page.getByLabel('Ulice a číslo popisné').fill('Údolní 12');
  await page.getByLabel('Město').fill('Brno');
  await page.getByLabel('PSČ').fill('602 00');
  await chooseBrought(page, /PPL/);
  await choosePayment(page, /Dobírk/);
  await placeOrder(page);
  await confirmedOrder(page);
  expect(shop.orders()).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('[B.03] the order takes three requests, and charges what was shown', async ({ page, shop }) => {
  await openProduct(page, goods.plain.handle);
  await buy(page);
  await fillContactAndAddress(page);
  await chooseBrought(page, /PPL/);
  await enterCard(page, cards.approved);
  // The latest input is not saved yet when the button is pressed.
  await page.getByRole('textbox', { name: 'Poznámka' }).fill('Zvoňte prosím dvakrát.');
  const shown = await page.locator('.co-submit__total strong').innerText();
  await page.waitForLoadState('networkidle');
  const sent = operations(page);
  await placeOrder(page);
  await confirmedOrder(page);
  expect(sent).toEqual(['checkoutSave', 'checkoutPay', 'cartSubmitForCompletion']);
  const [order] = shop.orders();
  const minor = shown.replaceAll(/[^\d,]/gu, '').replace(',', '.');
  expect(Number(order?.total)).toBe(Number(minor));
  await expectCharged(shop, [order?.total]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form is hidden, because it could not be sent', async ({ page }) => {
    await openProduct(page, goods.plain.handle);
    await buyNow(page).click();
    await page.waitForURL(/\/checkout\/Z/);
    await expect(page.locator('noscript h1')).toBeVisible();
    await expect(page.locator('#checkout-root')).toBeHidden();
  });
});
