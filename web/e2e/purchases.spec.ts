import type { Page } from '@playwright/test';
import { expectCharged } from './support/books.js';
import {
  buy,
  buyOnDelivery,
  cards,
  chooseBrought,
  chooseDelivery,
  choosePayment,
  confirmedOrder,
  enterCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
  putInCart,
  reachPayment,
} from './support/buyer.js';
import { goods } from './support/goods.js';
import { readCode } from './support/qr-code.js';
import { runs } from './support/selection.js';
import { availability } from './support/stock.js';
import { expect, test } from './support/test.js';

test.describe('a shopper buys', () => {
  test(
    '[1.04] [4.04] by card: one order, one charge of what was shown, one unit less',
    runs({ phone: true }),
    async ({ page, shop }) => {
      const before = await availability(shop, goods.plain);
      await openProduct(page, goods.plain.handle);
      await buy(page);
      expect(new URL(page.url()).searchParams.get('storefront_wallet')).toBe('true');
      await fillContactAndAddress(page);
      await chooseBrought(page, /PPL/);
      await enterCard(page, cards.approved);
      const shown = await page
        .getByText('Celkem k úhradě')
        .locator('xpath=following-sibling::*')
        .textContent();
      await placeOrder(page);
      const number = await confirmedOrder(page);

      const orders = shop.orders();
      expect(orders.map((order) => order.number)).toEqual([number]);
      await expectCharged(shop, [orders[0]?.total]);
      expect(digitsOf(shown)).toBe(digitsOf(orders[0]?.total.replace(/\.00$/, '')));
      await expect.poll(() => availability(shop, goods.plain)).toBe(before - 1);
    },
  );

  test('[B.02] by card with a challenge, which names the shop', async ({ page, shop }) => {
    await reachPayment(page, goods.plain.handle);
    await enterCard(page, cards.challenged);
    await placeOrder(page);
    await expect(page.getByRole('definition').first()).toHaveText('Sojka & vnučka', { timeout: 30_000 });
    await page.getByRole('button', { name: 'Potvrdit platbu' }).click();
    const number = await confirmedOrder(page);

    expect(shop.orders().map((order) => order.number)).toEqual([number]);
    await expectCharged(shop, [shop.orders()[0]?.total]);
  });

  test('a refused challenge makes no order and lets the shopper pay another way', async ({ page, shop }) => {
    const before = await availability(shop, goods.plain);
    await reachPayment(page, goods.plain.handle);
    await enterCard(page, cards.challenged);
    await placeOrder(page);
    await page.getByRole('button', { name: 'Zamítnout' }).click({ timeout: 30_000 });
    await page.waitForURL(/\/checkout\//);
    await expect(page.getByRole('alert').first()).toBeVisible();
    expect(shop.orders()).toEqual([]);
    await expect.poll(() => availability(shop, goods.plain)).toBe(before);

    await choosePayment(page, /Dobírk/);
    await placeOrder(page);
    await confirmedOrder(page);
    expect(shop.orders()).toHaveLength(1);
  });

  /** Leaves the payment of a cart at the bank's page. Resolves to a second tab with a product. */
  async function besidePayment(page: Page): Promise<Page> {
    await openProduct(page, goods.plain.handle);
    await putInCart(page);
    await page.getByRole('button', { name: /^Pokračovat k/ }).click();
    await fillContactAndAddress(page);
    await chooseBrought(page, /PPL/);
    await enterCard(page, cards.challenged);
    await placeOrder(page);
    await expect(page.getByRole('button', { name: 'Potvrdit platbu' })).toBeVisible({ timeout: 30_000 });
    const beside = await page.context().newPage();
    await openProduct(beside, goods.lastPiece.handle);
    return beside;
  }

  test('goods added while a payment waits are in a cart of their own, and the cart says why, and what was short', async ({
    page,
  }) => {
    const beside = await besidePayment(page);
    await beside.getByLabel('Počet kusů').fill('5');
    await putInCart(beside);
    const notices = beside.getByRole('alert');
    await expect(notices).toContainText('Předchozí objednávka se ještě platí');
    await expect(notices).toContainText('Tolik kusů už nemáme.');
    await expect(beside.getByRole('spinbutton', { name: /^Počet kusů/ })).toHaveValue('1');
  });

  test('a script that adds goods while a payment waits hears it, too', async ({ page }) => {
    const beside = await besidePayment(page);
    const answer = await beside.evaluate(async () => {
      const id = document.querySelector<HTMLInputElement>('form[action="/cart/add"] [name=id]')?.value;
      const add = () =>
        fetch('/cart/add.js', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ id, quantity: 1 }),
        });
      return (await (await add()).json()) as { quantity: number; notice?: string };
    });
    expect(answer).toMatchObject({ quantity: 1 });
    expect(answer.notice).toMatch(/^Předchozí objednávka se ještě platí/);
  });

  test('[B.03] [7.06] a challenge that is given up: another card pays, one order, one unit less', async ({
    page,
    shop,
  }) => {
    const before = await availability(shop, goods.plain);
    await reachPayment(page, goods.plain.handle);
    await enterCard(page, cards.challenged);
    await placeOrder(page);
    await expect(page.getByRole('button', { name: 'Potvrdit platbu' })).toBeVisible({ timeout: 30_000 });
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Pokračovat k bance' })).toBeVisible();
    await expect.poll(() => availability(shop, goods.plain)).toBe(before - 1);

    await page.getByRole('button', { name: 'Zaplatit jinak' }).press('Enter');
    const reason = page.locator('#submission-message');
    await expect(reason).toContainText('Platba nebyla dokončena a nic vám nebylo strženo');
    await expect(reason).toBeFocused();
    expect(shop.orders()).toEqual([]);
    await expect.poll(() => availability(shop, goods.plain)).toBe(before);

    await enterCard(page, cards.approved);
    await placeOrder(page);
    const number = await confirmedOrder(page);
    expect(shop.orders().map((order) => order.number)).toEqual([number]);
    await expect.poll(() => availability(shop, goods.plain)).toBe(before - 1);
    const events = (): readonly string[] => shop.ledger().map((row) => row.event);
    await expect.poll(events).toContain('captured');
    expect(events().filter((event) => event === 'voided' || event === 'captured')).toEqual([
      'voided',
      'captured',
    ]);
  });

  test('by dobírka', async ({ page, shop }) => {
    const number = await buyOnDelivery(page, goods.plain.handle);

    const orders = shop.orders();
    expect(orders.map((order) => order.number)).toEqual([number]);
    expect(orders[0]?.payment.kind).toBe('due_on_delivery');
    expect(shop.ledger()).toEqual([]);
  });

  test('[B.07] by bank transfer, with QR Platba', async ({ page, shop }) => {
    await reachPayment(page, goods.plain.handle);
    await choosePayment(page, /převod/i);
    await placeOrder(page);
    const number = await confirmedOrder(page);

    const code = page.getByRole('img', { name: /QR/ });
    await expect(code).toBeVisible();
    const said = await readCode(code);
    expect(said.split('*').slice(0, 3)).toEqual(['SPD', '1.0', 'ACC:CZ3299900000001991052008']);
    expect(said.split('*')).toEqual(expect.arrayContaining(['CC:CZK', `X-VS:${String(number)}`]));
    await expect(page.getByText(String(number)).first()).toBeVisible();
    expect(shop.orders()[0]?.payment.kind).toBe('awaiting_transfer');
    expect(shop.ledger()).toEqual([]);
  });

  test('digital goods: nothing to deliver, only a billing address', async ({ page, shop }) => {
    await openProduct(page, goods.digital.handle);
    await buy(page);
    await expect(page.getByRole('heading', { name: 'Fakturační údaje' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Doručovací adresa' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Doprava' })).toHaveCount(0);
    await fillContactAndAddress(page);
    await choosePayment(page, /převod/i);
    await placeOrder(page);
    await confirmedOrder(page);
    expect(shop.orders()).toHaveLength(1);
  });

  test('several pieces of a chosen variant', async ({ page, shop }) => {
    await openProduct(page, goods.variants.handle);
    for (const option of goods.variants.pick) {
      await page.getByText(option, { exact: true }).first().click();
    }
    await page.getByLabel('Počet kusů').fill('2');
    await buy(page);
    await fillContactAndAddress(page);
    // Delivery is free above this amount, so the sum does not change.
    await chooseDelivery(page, /PPL/);
    await choosePayment(page, /Dobírk/);
    await placeOrder(page);
    await confirmedOrder(page);
    expect(shop.orders()[0]?.lines.map((line) => line.quantity)).toEqual([2]);
  });

  for (const [what, card] of [
    ['whose answer is lost', cards.answerLost],
    ['that is delivered twice', cards.deliveredTwice],
    ['that is slow', cards.slow],
  ] as const) {
    test(`[B.03] by a card ${what}: one order, one charge`, async ({ page, shop }) => {
      await reachPayment(page, goods.plain.handle);
      await enterCard(page, card);
      await placeOrder(page);
      await confirmedOrder(page);
      expect(shop.orders()).toHaveLength(1);
      await expect.poll(() => shop.ledger().filter((row) => row.event === 'captured').length).toBe(1);
    });
  }
});

function digitsOf(text: string | null | undefined): string {
  return (text ?? '').replace(/\D/g, '');
}
