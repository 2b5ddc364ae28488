import type { Page } from '@playwright/test';
import { confirmedOrder, openProduct, PARSED } from './support/buyer.js';
import { goods } from './support/goods.js';
import { enter, expectFocusSeen, tabTo, typeInto } from './support/keyboard.js';
import { expect, test } from './support/test.js';
import { BUYER, buyAndSave, endSession, WITH_WALLET } from './support/wallet-account.js';
import { code, email, newestCode, orderButton, send, walletButton, who } from './support/wallet-checkout.js';

test.use({ shopOptions: WITH_WALLET });
// A page has dozens of stops.
test.describe.configure({ timeout: 300_000 });

/** Text twice as large, as a reader sets it. */
async function enlarge(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
}

/** Asserts that nothing is wider than the window. */
async function expectFits(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return wide.map(({ localName, className }) => `${localName} ${className}`);
  });
  expect(outside).toEqual([]);
}

async function toCheckout(page: Page): Promise<void> {
  await openProduct(page, goods.plain.handle);
  await expect(walletButton(page)).toBeEnabled();
  await enter(page, walletButton(page));
  await page.waitForURL(/payment=shop_pay/, PARSED);
}

test('[B.09] [4.06] [7.16] keys alone sign in by a code and order, and the focus is always seen', async ({
  page,
  shop,
}) => {
  await buyAndSave(page);
  await endSession(page);
  await toCheckout(page);
  await expect(send(page)).toBeEnabled();
  const used = await newestCode(page);
  await typeInto(page, email(page), BUYER);
  await enter(page, send(page));
  await expect(code(page)).toBeFocused();
  await expectFocusSeen(page);
  await expect.poll(() => newestCode(page)).not.toBe(used);
  await page.keyboard.type(await newestCode(page));
  await expect(who(page)).toBeVisible();
  await expectFocusSeen(page);
  await expect(orderButton(page)).toHaveText(/–/);
  await tabTo(page, orderButton(page));
  await page.keyboard.press('Enter');
  await confirmedOrder(page);
  expect(shop.orders()).toHaveLength(2);
});

test('[B.09] on a phone with text twice as large every state of the wallet fits', async ({ page }) => {
  await buyAndSave(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await enlarge(page);
  await toCheckout(page);
  await expect(orderButton(page)).toHaveText(/–/);
  await expectFits(page);
  await page.goto('/account', PARSED);
  await expect(page.getByRole('heading', { level: 1, name: 'Můj účet' })).toBeVisible();
  await expectFits(page);
  await endSession(page);
  await page.reload(PARSED);
  await expectFits(page);
  await toCheckout(page);
  await expect(page.getByText('Visa\u00a0••\u00a01111')).toBeVisible();
  await expectFits(page);
  await email(page).fill(BUYER);
  await send(page).click();
  await expect(code(page)).toBeFocused();
  await expectFits(page);
});
