import type { Page } from '@playwright/test';
import { expectCharged } from './support/books.js';
import {
  buy,
  cards,
  confirmedOrder,
  enterCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
} from './support/buyer.js';
import { cancel, pay, sheetErrors } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { openOffered, placements, press, type Placement } from './support/placements.js';
import { dialog } from './support/scenario.js';
import type { Shop } from './support/shop.js';
import { availability } from './support/stock.js';
import { expect, test } from './support/test.js';

const [productPage, cartPage] = placements as [Placement, Placement];

const FEWER = 'Hrnky prodáváme po dvou a více, aby se v krabici nerozbily.';
const MORE = 'Hrnky jsou z malé série, na jednu objednávku jich prodáváme nejvýše pět.';
const NOT_THERE = 'Do Brna smaltované nádobí neposíláme, mají ho tam na trhu.';

const rule = (message: string, condition: string): string =>
  `[[cart_rules]]\nmessage = "${message}"\nproducts = ["${goods.plain.handle}"]\n${condition}\n`;

/** Rules of the shop that refuse an order, goods in the cart, and an address. */
const BEFORE_THE_ORDER = rule(FEWER, 'minimum_quantity = 2');
const OF_THE_GOODS = rule(MORE, 'maximum_quantity = 5');
const OF_THE_ADDRESS = rule(NOT_THERE, 'countries = ["CZ"]\nzips = ["602"]');

/** Asserts that nothing was ordered, charged or taken from stock. */
async function expectNothing(shop: Shop, before: number): Promise<void> {
  expect(shop.orders()).toEqual([]);
  expect(shop.ledger()).toEqual([]);
  await expect.poll(() => availability(shop, goods.plain)).toBe(before);
}

/** Asserts the number of pieces in the browser's cart. */
async function expectCart(page: Page, items: string): Promise<void> {
  await page.goto('/cart');
  await expect(page.locator('[data-cart-items]')).toHaveText(items);
}

test.describe('a rule about the order', () => {
  test.use({ shopOptions: { googlePay: false, furtherSections: BEFORE_THE_ORDER } });

  test('[8.03] [8.02] the checkout shows the rule’s message, nothing is charged, and the buyer can correct the cart', async ({
    page,
    shop,
  }) => {
    const before = await availability(shop, goods.plain);
    await cartPage.open(page, goods.plain);
    await page.getByRole('button', { name: /^Pokračovat/ }).click();
    await page.waitForURL(/\/checkout\//);
    await fillContactAndAddress(page);
    await page.getByRole('radio', { name: /PPL/ }).check();
    await enterCard(page, cards.approved);
    await placeOrder(page);
    await expect(page.getByRole('alert').filter({ hasText: FEWER })).toBeVisible();
    await expectNothing(shop, before);

    await expectCart(page, '1 kus');
    await page.getByRole('button', { name: /^Přidat kus/ }).click();
    await expect(page.locator('[data-cart-items]')).toHaveText('2 kusy');
    await page.getByRole('button', { name: /^Pokračovat/ }).click();
    await page.waitForURL(/\/checkout\//);
    await enterCard(page, cards.approved);
    await placeOrder(page);
    await confirmedOrder(page);
    expect(shop.orders()[0]?.lines.map(({ quantity }) => quantity)).toEqual([2]);
    await expectCharged(shop, [shop.orders()[0]?.total]);
  });
});

test.describe('a rule about the goods', () => {
  test.use({ shopOptions: { googlePay: false, furtherSections: OF_THE_GOODS } });

  test('[8.03] [4.04] buy-it-now shows the rule’s message in the dialog, and nothing is bought', async ({
    page,
    shop,
  }) => {
    const before = await availability(shop, goods.plain);
    await openProduct(page, goods.plain.handle);
    await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
    await page.getByLabel('Počet kusů').fill('6');
    await page.getByRole('button', { name: 'Koupit teď' }).click();
    await expect(page.getByRole('dialog')).toContainText(MORE);
    await expectNothing(shop, before);

    await page.keyboard.press('Escape');
    await page.getByLabel('Počet kusů').fill('5');
    await buy(page);
  });
});

test.describe('a rule about the address', () => {
  test.use({ shopOptions: { googlePay: false, furtherSections: OF_THE_ADDRESS } });

  test('[8.03] [8.02] the checkout shows the rule’s message at the address, and accepts another address', async ({
    page,
    shop,
  }) => {
    const before = await availability(shop, goods.plain);
    await openProduct(page, goods.plain.handle);
    await buy(page);
    await fillContactAndAddress(page);
    await expect(page.getByText(NOT_THERE).first()).toBeVisible();
    await expectNothing(shop, before);

    await page.getByLabel('Město').fill('Praha');
    await page.getByLabel('PSČ').fill('110 00');
    await page.getByLabel('PSČ').blur();
    await expect(page.getByRole('radio', { name: /PPL/ })).toBeVisible();
    await expect(page.getByText(NOT_THERE)).toHaveCount(0);
  });
});

test.describe('with Google Pay', () => {
  test.use({ shopOptions: { googlePay: true, furtherSections: BEFORE_THE_ORDER } });

  for (const [placement, agree] of [
    // A new cart is refused before the sheet asks for anything; an existing cart is refused at payment.
    [productPage, () => Promise.resolve()],
    [cartPage, pay],
  ] as const)
    test(`[8.02] [8.10] on the ${placement.name} page sheet and dialog show the rule’s message, and nothing is charged`, async ({
      page,
      shop,
    }) => {
      const before = await availability(shop, goods.plain);
      await openOffered(page, placement, goods.plain);
      await press(page, placement);
      await agree(page);
      await expect(sheetErrors(page)).toHaveText(FEWER);
      await cancel(page);
      await expect(dialog(page)).toContainText(FEWER);
      await expectNothing(shop, before);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
      if (placement === cartPage) await expectCart(page, '1 kus');
    });
});
