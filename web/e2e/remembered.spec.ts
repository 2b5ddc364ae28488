import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { buy, fillContactAndAddress, openProduct } from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';

test.use({ shopOptions: { googlePay: false } });

const box = (page: Page) =>
  page.getByRole('checkbox', { name: 'Zapamatovat si údaje v\u00a0tomto prohlížeči' });
const use = (page: Page) => page.getByRole('button', { name: 'Použít uložené údaje' });
const email = (page: Page) => page.getByLabel('E-mail');

async function buyNow(page: Page): Promise<void> {
  await openProduct(page, goods.plain.handle);
  await buy(page);
}

test('[B.12] the second order of a browser is filled in by a press, where the buyer agreed', async ({
  page,
}) => {
  await buyNow(page);
  await fillContactAndAddress(page);
  await expect(box(page)).not.toBeChecked();
  const known = await email(page).inputValue();
  await box(page).check();
  expect(await accessibilityFaults(page)).toEqual([]);
  // Forgotten in another tab is forgotten in this one.
  const tab = await page.context().newPage();
  await tab.goto(new URL(page.url()).origin);
  await tab.evaluate(() => {
    localStorage.removeItem('zkratka.buyer');
  });
  await expect(box(page)).not.toBeChecked();
  await tab.close();
  await box(page).check();

  await buyNow(page);
  await expect(use(page)).toBeVisible();
  await expect(email(page)).toHaveValue('');
  expect(await accessibilityFaults(page)).toEqual([]);
  await use(page).click();
  await expect(email(page)).toHaveValue(known);
  await expect(page.getByText('Údaje jsme vyplnili. Zkontrolujte je prosím.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /PPL na adresu/ })).toBeVisible();

  await buyNow(page);
  await page.getByRole('button', { name: 'Zapomenout' }).click();
  await expect(page.getByText('Uložené údaje jsme smazali.')).toBeVisible();
  await expect(box(page)).not.toBeChecked();
  await buyNow(page);
  await expect(box(page)).toBeVisible();
  await expect(use(page)).toHaveCount(0);
});

test('[B.12] a link to a cart of another browser gets nothing of what this one remembers', async ({
  browser,
  page,
}) => {
  await buyNow(page);
  await fillContactAndAddress(page);
  await box(page).check();

  const other = await browser.newContext();
  try {
    const stranger = await other.newPage();
    await stranger.goto(new URL(page.url()).origin);
    await buyNow(stranger);
    await expect(box(stranger)).toBeVisible();
    const link = stranger.url();
    // In a tab of its own: nothing of this tab's carts counts.
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Platba' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Doprava' })).toBeVisible();
    await expect(use(page)).toHaveCount(0);
    await expect(box(page)).toHaveCount(0);
  } finally {
    await other.close();
  }
});
