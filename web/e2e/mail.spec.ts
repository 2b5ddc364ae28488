import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { choosePayment, confirmedOrder, placeOrder, reachPayment } from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';

/** Buys by transfer, whose e-mail has the most parts. */
async function buyByTransfer(page: Page): Promise<number> {
  await reachPayment(page, goods.plain.handle);
  await choosePayment(page, /převod/i);
  await placeOrder(page);
  return confirmedOrder(page);
}

/** Opens the newest e-mail's HTML in the emulated mailbox, once it has come. */
async function openMail(page: Page): Promise<void> {
  const first = page.locator('ol a').first();
  await expect(async () => {
    await page.goto('/sandbox/mail');
    await expect(first).toBeVisible({ timeout: 1000 });
  }).toPass();
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('[B.13] [1.04] the confirmation in a mailbox: accessible, every link works, and the sum is the order’s', async ({
  page,
  shop,
}) => {
  const number = await buyByTransfer(page);
  await openMail(page);
  await expect(page.getByText(`Přijali jsme vaši objednávku číslo ${String(number)}.`)).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.length).toBeGreaterThanOrEqual(4);
  for (const link of new Set(links)) {
    expect(link).toMatch(new RegExp(`^${shop.origin}/`));
    const answer = await page.request.get(link ?? '');
    expect([link, answer.status()]).toEqual([link, 200]);
  }

  const [order] = shop.orders();
  const total = await page.locator('tr.total td.sum').innerText();
  expect(total.replace(/[^\d,]/g, '').replace(',', '.')).toBe(order?.total.replace(/\.00$/, ''));

  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityFaults(page)).toEqual([]);
});
