import type { Page } from '@playwright/test';
import {
  buy,
  chooseBrought,
  choosePayment,
  confirmedOrder,
  fillContactAndAddress,
  openProduct,
  placeOrder,
  putInCart,
} from './support/buyer.js';
import { FOR_NOTHING } from './support/free.js';
import { goods, type DemoProduct } from './support/goods.js';
import { unfoldSummary } from './support/sums.js';
import { expect, test } from './support/test.js';

const express = (page: Page) => page.locator('.express');

async function putIntoCart(page: Page, { handle }: DemoProduct): Promise<void> {
  await openProduct(page, handle);
  await putInCart(page);
}

/** Where the product's page shows a wallet, the way to the checkout leads through the cart. */
async function reachPaymentByCart(page: Page, product: DemoProduct): Promise<void> {
  await putIntoCart(page, product);
  await page.getByRole('button', { name: /^Pokračovat k\sobjednávce/ }).click();
  await page.waitForURL(/\/checkout\//);
  await fillContactAndAddress(page);
  await chooseBrought(page, /PPL/);
}

test.describe('with a wallet', () => {
  test.use({ shopOptions: { googlePay: true } });

  test('[4.33] a checkout with nothing left to pay offers no wallet', async ({ page }) => {
    await reachPaymentByCart(page, goods.plain);
    await expect(express(page)).toBeVisible();
    await unfoldSummary(page);
    await page
      .getByLabel('Slevový kód nebo dárková karta', { exact: true })
      .getByRole('textbox')
      .fill('DAREK-VNUCKA-2026');
    await page.getByRole('button', { name: 'Použít' }).click();
    await expect(page.getByText('Celou částku uhradí dárkové karty.')).toBeVisible();
    await expect(express(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Dokončit objednávku' })).toBeVisible();
  });

  test('[4.33] a checkout whose goods are sold out offers no wallet', async ({ browser, page, shop }) => {
    await reachPaymentByCart(page, goods.lastPiece);
    await expect(express(page)).toBeVisible();
    const faster = await browser.newPage({ baseURL: shop.origin });
    await reachPaymentByCart(faster, goods.lastPiece);
    await choosePayment(faster, /Dobírk/);
    await placeOrder(faster);
    await confirmedOrder(faster);
    await faster.close();
    await choosePayment(page, /Dobírk/);
    await placeOrder(page);
    await expect(page.getByRole('heading', { name: 'Zboží je bohužel vyprodané' })).toBeVisible();
    await expect(express(page)).toBeHidden();
  });
});

for (const [count, applePay] of [
  [3, false],
  [4, true],
] as const)
  test.describe(`with ${String(count)} wallets`, () => {
    test.use({ shopOptions: { googlePay: true, payPal: true, metaPay: true, applePay } });

    for (const width of [390, 1280])
      test(`[2.15] ${String(width)} px wide: the wallets stand in an even grid, each with its mark alone and its whole name`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 844 });
        await putIntoCart(page, goods.plain);
        await page.getByRole('button', { name: /^Pokračovat k\sobjednávce/ }).click();
        await page.waitForURL(/\/checkout\//);
        const buttons = express(page).getByRole('button', { name: /^Koupit přes / });
        await expect(buttons).toHaveCount(count);
        const boxes = await buttons.evaluateAll((found) =>
          found.map((button) => {
            const { width, top } = button.getBoundingClientRect();
            return { width, top: Math.round(top) };
          }),
        );
        const widths = boxes.map((box) => box.width);
        expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(1);
        const rows = new Set(boxes.map(({ top }) => top));
        expect(rows.size).toBe(count === 4 ? 2 : 1);
        await expect(express(page).locator('.content > span').filter({ visible: true })).toHaveCount(0);
      });
  });

test.describe('with a wallet, where everything is free', () => {
  test.use({ shopOptions: { googlePay: true, applePay: true, furtherSections: FOR_NOTHING } });

  test('[4.33] a cart for nothing is ordered as such, until goods are shipped in it', async ({ page }) => {
    const wallets = page.locator('.cart__dynamic-checkout-buttons');
    await putIntoCart(page, goods.digital);
    await expect(page.getByRole('button', { name: 'Dokončit objednávku' })).toBeVisible();
    await expect(wallets).toBeHidden();
    await putIntoCart(page, goods.plain);
    await expect(page.getByRole('button', { name: /^Pokračovat k\sobjednávce/ })).toBeVisible();
    await expect(wallets).toBeVisible();
    // The page follows a change without being loaded again.
    await page.getByRole('button', { name: 'Odebrat Smaltovaný hrnek' }).click();
    await expect(page.getByRole('button', { name: 'Dokončit objednávku' })).toBeVisible();
    await expect(wallets).toBeHidden();
    await page.getByRole('button', { name: 'Dokončit objednávku' }).click();
    await page.waitForURL(/\/checkout\//);
    await expect(page.getByText('Není co platit, objednávka je zdarma.')).toBeVisible();
    await expect(express(page)).toHaveCount(0);
  });
});

test('[8.03] a name that the server would refuse is faulted when the field is left', async ({ page }) => {
  await openProduct(page, goods.plain.handle);
  await buy(page);
  await fillContactAndAddress(page);
  const name = page.getByLabel('Jméno');
  for (const [text, sentence] of [
    ['Jana 😀', 'Jméno nesmí obsahovat emoji.'],
    ['vyhra.com', 'Jméno nesmí obsahovat webovou adresu.'],
  ] as const) {
    await name.fill(text);
    await name.blur();
    await expect(page.getByText(sentence)).toBeVisible();
  }
});

test.describe('with every wallet that a phone may have', () => {
  test.use({
    shopOptions: { googlePay: true, metaPay: true, payPal: true },
    viewport: { width: 390, height: 844 },
  });

  test('[8.03] the wallets stand in rows, and the first field is on a phone’s first screen', async ({
    page,
  }) => {
    await putIntoCart(page, goods.plain);
    await page.getByRole('button', { name: /^Pokračovat k\sobjednávce/ }).click();
    await page.waitForURL(/\/checkout\//);
    const wallets = express(page).locator('checkout-wallet-button:not([hidden], :empty)');
    await expect(wallets).not.toHaveCount(0);
    const email = page.getByLabel('E-mail', { exact: true });
    await expect(email).toBeEnabled();
    await expect(email).toBeInViewport({ ratio: 1 });
    const [first, second] = await wallets.evaluateAll((all) =>
      all.map((wallet) => wallet.getBoundingClientRect().top),
    );
    expect(second).toBe(first);
  });
});
