import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import {
  buy,
  cards,
  confirmedOrder,
  enterCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
} from './support/buyer.js';
import { goods } from './support/goods.js';
import { demo } from './support/program.js';
import { runs } from './support/selection.js';
import type { Shop } from './support/shop.js';
import { expect, test } from './support/test.js';

const FILE = 'spizirna-po-babicce.epub';

const box = (page: Page): Locator =>
  page.getByRole('checkbox', { name: /Chci obsah stáhnout hned po zaplacení/ });
const files = (page: Page): Locator => page.getByRole('region', { name: 'Ke stažení' });

/** Reaches the order button with a card entered. */
async function reachOrder(page: Page): Promise<void> {
  await openProduct(page, goods.digital.handle);
  await expect(page.getByText('Soubor stáhnete na stránce objednávky')).toBeVisible();
  await buy(page);
  await fillContactAndAddress(page);
  await enterCard(page, cards.approved);
  await expect(box(page)).toBeVisible();
}

/** Orders; the order's page says by itself that the money is there. */
async function order(page: Page, shop: Shop): Promise<void> {
  await placeOrder(page);
  await confirmedOrder(page);
  await expect(files(page)).toBeVisible();
  await expect.poll(() => shop.orders()[0]?.timeline.map(({ event }) => event)).toContain('captured');
  await expect(files(page)).not.toContainText('Platbu právě dokončujeme');
}

/** Downloads the file, and checks that it is the merchant's. */
async function download(page: Page): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    files(page)
      .getByRole('link', { name: /^Stáhnout/ })
      .click(),
  ]);
  expect(file.suggestedFilename()).toBe(FILE);
  expect(readFileSync(await file.path())).toEqual(readFileSync(join(demo, 'downloads', FILE)));
}

test(
  '[B.12] an e-book is bought with the consent to immediate delivery, and downloaded at once',
  runs({ phone: true }),
  async ({ page, shop }) => {
    await reachOrder(page);
    await expect(box(page)).not.toBeChecked();
    expect(await accessibilityFaults(page)).toEqual([]);
    await box(page).check();
    await order(page, shop);
    await expect(files(page)).toContainText('jste v pokladně souhlasili');
    await expect(files(page)).toContainText(/Zbývá 5\sstažení/);
    await expect(files(page).getByRole('button')).toHaveCount(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    // The consent is no message for the merchant.
    expect(shop.orders()[0]?.attributes).toEqual([]);
    await download(page);
    await page.reload();
    await expect(files(page)).toContainText(/Zbývají 4\sstažení/);
  },
);

test('[B.12] nobody must consent in order to buy: the order’s page asks before the first download', async ({
  page,
  shop,
}) => {
  await reachOrder(page);
  // Who changes their mind has not consented.
  await box(page).check();
  await box(page).uncheck();
  await order(page, shop);
  await expect(files(page).getByRole('link')).toHaveCount(0);
  await expect(files(page)).toContainText('tím ztrácím právo odstoupit od smlouvy');
  expect(await accessibilityFaults(page)).toEqual([]);
  await files(page)
    .getByRole('button', { name: /^Souhlasím/ })
    .click();
  await expect(files(page)).toContainText('jste na této stránce souhlasili');
  await download(page);
});

test('[B.12] goods that are not downloaded ask for no consent', async ({ page }) => {
  await openProduct(page, goods.plain.handle);
  await buy(page);
  await fillContactAndAddress(page);
  await enterCard(page, cards.approved);
  await expect(page.getByRole('button', { name: /^Objednat/ })).toBeEnabled();
  await expect(box(page)).toHaveCount(0);
});
