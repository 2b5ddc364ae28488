import type { Page } from '@playwright/test';
import { expectCharged } from './support/books.js';
import {
  buy,
  buyNow,
  buyOnDelivery,
  cards,
  chooseDelivery,
  confirmedOrder,
  enterCard,
  fillCard,
  fillContactAndAddress,
  openProduct,
  order,
  placeOrder,
  reachPayment,
} from './support/buyer.js';
import { goods } from './support/goods.js';
import { availability } from './support/stock.js';
import { expect, test } from './support/test.js';

const checkoutDialog =
  'Pokladna není aktuálně k dispozici kvůli technickým problémům. Zkuste to prosím za několik minut znovu.';

async function ready(page: Page): Promise<void> {
  await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
}

test.describe('when the product or the server is not available', () => {
  test('[4.03] a sold-out product disables the button', async ({ page }) => {
    await openProduct(page, goods.soldOut.handle);
    await expect(buyNow(page)).toBeDisabled();
  });

  test('[4.04] goods sold out since the page was opened: the out-of-stock dialog', async ({
    browser,
    page,
    shop,
  }) => {
    await openProduct(page, goods.lastPiece.handle);
    await ready(page);
    const other = await browser.newPage({ baseURL: shop.origin });
    await buyOnDelivery(other, goods.lastPiece.handle);
    await other.close();

    await buyNow(page).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Tato položka již není k dispozici.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(buyNow(page)).toBeFocused();
  });

  test('[4.07] [2.31] fewer left than wanted: the checkout with its notice', async ({ page }) => {
    await openProduct(page, goods.lastPiece.handle);
    await page.getByLabel('Počet kusů').evaluate((input: HTMLInputElement) => {
      input.removeAttribute('max');
      input.value = '3';
    });
    await buy(page);
    expect(new URL(page.url()).searchParams.get('wallet_not_enough_stock')).toBe('true');
    await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible();
  });

  test('goods sold out during the checkout: a message, no charge, and a way to continue', async ({
    browser,
    page,
    shop,
  }) => {
    await reachPayment(page, goods.lastPiece.handle);
    await enterCard(page, cards.approved);

    const other = await browser.newPage({ baseURL: shop.origin });
    await buyOnDelivery(other, goods.lastPiece.handle);
    await other.close();

    await placeOrder(page);
    await expect(page.getByText(/není k dispozici|vyprodán|není skladem/i).first()).toBeVisible();
    expect(shop.orders()).toHaveLength(1);
    expect(shop.ledger().filter((row) => row.event !== 'declined')).toEqual([]);
  });

  test('a declined card: a message, stock released, and another card pays', async ({ page, shop }) => {
    const before = await availability(shop, goods.plain);
    await reachPayment(page, goods.plain.handle);
    await enterCard(page, cards.declined);
    await placeOrder(page);
    await expect(page.getByText(/zamítl|odmítl/i).first()).toBeVisible({ timeout: 20_000 });
    expect(shop.orders()).toEqual([]);
    await expect.poll(() => availability(shop, goods.plain)).toBe(before);
    await expect(page.getByLabel('E-mail')).toHaveValue('jana.novakova@example.cz');

    await fillCard(page, cards.approved);
    await placeOrder(page);
    await confirmedOrder(page);
    expect(shop.orders()).toHaveLength(1);
    await expectCharged(shop, [shop.orders()[0]?.total]);
  });

  test('[4.05] [8.01] the server is down at the click: the dialog still opens', async ({ page, shop }) => {
    await openProduct(page, goods.plain.handle);
    await ready(page);
    await page.waitForLoadState('networkidle');
    await shop.kill();
    await buyNow(page).click();
    const dialog = page.getByRole('dialog', { name: 'Transakce se nezdařila' });
    await expect(dialog).toBeVisible({ timeout: 20_000 });
    await expect(dialog).toContainText(checkoutDialog);
    await dialog.getByRole('button', { name: 'Zavřít' }).last().click();
    await expect(dialog).toBeHidden();
    await expect(buyNow(page)).toBeEnabled();

    await shop.start();
    await buy(page);
  });
});

test.describe('when the buyer acts twice', () => {
  test('[4.01] a double click makes one cart', async ({ page }) => {
    const creations: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('graphql.json')) creations.push(request.url());
    });
    await openProduct(page, goods.plain.handle);
    await ready(page);
    await buyNow(page).dblclick();
    await page.waitForURL(/\/checkout\//);
    expect(creations.filter((url) => url.includes('cartCreate'))).toHaveLength(1);
  });

  test('[B.03] two tabs pay the same cart: one order, one charge', async ({ context, page, shop }) => {
    await reachPayment(page, goods.plain.handle);
    await enterCard(page, cards.approved);

    const second = await context.newPage();
    await second.goto(page.url());
    await fillContactAndAddress(second);
    await chooseDelivery(second, /PPL/);
    await enterCard(second, cards.approved);

    await Promise.all([placeOrder(page), placeOrder(second)]);
    // The tab that comes second shows the order, or reports that the cart is paid. Neither charges again.
    await expect.poll(() => shop.orders().length, { timeout: 30_000 }).toBe(1);
    // The other tab's navigation may interrupt it, so one of them is enough.
    await Promise.any([confirmedOrder(page), confirmedOrder(second)]);
    await expect.poll(() => shop.ledger().filter((row) => row.event === 'captured').length).toBe(1);
    await second.reload();
    await expect(second.getByText(String(shop.orders()[0]?.number)).first()).toBeVisible();
  });

  test('a double click on the order button makes one order', async ({ page, shop }) => {
    await reachPayment(page, goods.plain.handle);
    await enterCard(page, cards.approved);
    await page.getByRole('button', { name: order }).dblclick();
    await confirmedOrder(page);
    expect(shop.orders()).toHaveLength(1);
    await expectCharged(shop, [shop.orders()[0]?.total]);
  });
});
