import type { Page } from '@playwright/test';
import { expectCharged } from './support/books.js';
import { applePay } from './support/apple-pay.js';
import {
  buy,
  cards,
  chooseDelivery,
  confirmedOrder,
  enterCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
  putInCart,
} from './support/buyer.js';
import { googlePay } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { offered, placements, press } from './support/placements.js';
import type { Shop } from './support/shop.js';
import { expect, test } from './support/test.js';
import { due, minorOf, unfoldSummary } from './support/sums.js';

const WEEKLY = /^Každý týden/;
const MONTHLY = /^Každý měsíc/;
const [productPage] = placements;

const policyButton = (page: Page) => page.getByRole('button', { name: 'Podmínky a zrušení předplatného' });

async function choosePlan(page: Page, plan: RegExp | string): Promise<void> {
  await page.getByRole('radio', { name: plan }).check();
}

/** Asserts that the order has the plan, and its timeline the mandate for later payments. */
async function expectPlanned(shop: Shop, number: number, plan: number): Promise<void> {
  const [order] = shop.orders();
  expect(order?.number).toBe(number);
  expect(order?.lines.map((line) => line.sellingPlan?.id)).toEqual([plan]);
  const details = (order?.timeline ?? []).map(({ detail }) => detail ?? '');
  expect(details.filter((detail) => detail.startsWith('plans '))).toHaveLength(1);
  expect(details.join()).toMatch(new RegExp(`plans ${String(plan)}, mandate (?!none)\\S+`));
  await expectCharged(shop, [order?.total]);
}

test('[3.05] the price of the goods is that of the chosen plan, for every variant', async ({ page }) => {
  await openProduct(page, 'ranni-kava');
  const headline = page.locator('.price__current');
  const priceOf = async (plan: RegExp): Promise<string> =>
    minorOf(await page.locator('.plans__plan', { hasText: plan }).locator('.plans__price').innerText());
  const once = await priceOf(/Jednorázově/);
  const shown = async (): Promise<string> => minorOf(await headline.innerText());
  expect(await shown()).toBe(once);
  await choosePlan(page, WEEKLY);
  const weekly = String(Math.round(Number(once) * 0.9));
  expect(await priceOf(/Každý týden/)).toBe(weekly);
  await expect.poll(shown).toBe(weekly);
  await page.locator('[data-option]:not([aria-current])[data-state=available]').first().click();
  await expect.poll(() => priceOf(/Každý týden/)).not.toBe(weekly);
  await expect.poll(shown).toBe(await priceOf(/Každý týden/));
  await choosePlan(page, 'Jednorázově');
  await expect.poll(shown).toBe(await priceOf(/Jednorázově/));
});

test('[2.06] [2.23] [7.11] choosing a plan shows the consent, and its policy is fetched once', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('graphql.json') && (request.postData() ?? '').includes('subscriptionPolicy'))
      fetched.push(request.url());
  });
  await openProduct(page, goods.planned.handle);
  await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
  await expect(policyButton(page)).toHaveCount(0);
  await choosePlan(page, WEEKLY);
  await expect(page.getByText('Jde o opakovaný nákup.')).toBeVisible();
  for (let opening = 0; opening < 2; opening += 1) {
    await policyButton(page).click();
    const dialog = page.getByRole('dialog', { name: /předplatné/i });
    await expect(dialog.locator('p').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(policyButton(page)).toBeFocused();
  }
  expect(fetched).toHaveLength(1);
  await choosePlan(page, 'Jednorázově');
  await expect(policyButton(page)).toHaveCount(0);
});

test('[2.23] [8.01] a policy that cannot be fetched shows an error, and can be requested again', async ({
  page,
}) => {
  await openProduct(page, goods.planned.handle);
  await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
  await choosePlan(page, WEEKLY);
  await expect(policyButton(page)).toBeVisible();
  await page.route('**/graphql.json*', (route) => route.abort());
  await policyButton(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Zásady předplatného nebylo možné najít.');
  await page.keyboard.press('Escape');
  await page.unroute('**/graphql.json*');
  await policyButton(page).click();
  await expect(dialog).not.toContainText('nebylo možné najít');
  await expect(dialog.locator('p').first()).toBeVisible();
});

test('[5.16] [3.05] a plan bought by card: the recurring payment is shown, and the order has plan and mandate', async ({
  page,
  shop,
}) => {
  await openProduct(page, goods.planned.handle);
  await choosePlan(page, MONTHLY);
  await buy(page);
  await fillContactAndAddress(page);
  await chooseDelivery(page, /PPL/);
  await unfoldSummary(page);
  await expect(page.getByText(/^Měsíční předplatné, první 3\splatby$/).first()).toBeVisible();
  await expect(page.getByText('Měsíční předplatné, dále').first()).toBeVisible();
  await expect(page.getByText(/^Předplatné: Každý měsíc/)).toBeVisible();
  await enterCard(page, cards.approved);
  // Tea at 20 % off, and PPL: the chosen option is saved.
  await expect(due(page)).toHaveText(/^222,20\s/);
  const shown = minorOf(await due(page).innerText());
  await placeOrder(page);
  const number = await confirmedOrder(page);
  await expect(
    page.getByText(
      /^Měsíční předplatné: první 3\splatby po 103,20\sKč, dále [\d,]+\sKč\. Další platbu 103,20\sKč a\sk\sní dopravu strhneme \d+\.\s\S+\s\d{4}\.$/,
    ),
  ).toBeVisible();
  await expect(page.getByText(/^Předplatné zrušíte kdykoli/)).toBeVisible();
  await expectPlanned(shop, number, 2);
  expect(minorOf(shop.orders()[0]?.total ?? '')).toBe(shown);
});

test('[3.10] [4.33] single goods and subscriptions have separate delivery options', async ({
  page,
  shop,
}) => {
  const add = async (): Promise<void> => {
    await putInCart(page);
  };
  await openProduct(page, goods.plain.handle);
  await add();
  await openProduct(page, goods.planned.handle);
  await choosePlan(page, MONTHLY);
  await add();
  await page.getByRole('button', { name: /^Pokračovat k\sobjednávce/ }).click();
  await page.waitForURL(/\/checkout\//);
  await fillContactAndAddress(page);
  const way = (group: string, title: RegExp) =>
    page.getByRole('group', { name: group }).getByRole('radio', { name: title });
  await way('Doprava jednorázového nákupu', /Osobní odběr/).check();
  await way('Doprava předplatného', /PPL/).check();
  await enterCard(page, cards.approved);
  await unfoldSummary(page);
  const rows = page.locator('.co-summary .co-totals__row');
  await expect(rows.filter({ hasText: 'Doprava jednorázového nákupu' })).toContainText('zdarma');
  await expect(rows.filter({ hasText: 'Doprava předplatného' })).toContainText(/119\s/);
  await placeOrder(page);
  const number = await confirmedOrder(page);
  await expect(page.getByText('Doprava předplatného').first()).toBeVisible();
  const [order] = shop.orders();
  expect(order?.number).toBe(number);
  expect(order?.delivery).toMatchObject({ handle: 'osobni-odber', price: '0.00' });
  expect(order?.subscriptionDelivery).toMatchObject({ handle: 'ppl', price: '119.00' });
});

test('[3.05] the cart shows plan and recurring price, also after a change', async ({ page }) => {
  await openProduct(page, goods.planned.handle);
  await choosePlan(page, WEEKLY);
  await putInCart(page);
  await expect(page.getByText(/^Předplatné: Každý týden/)).toBeVisible();
  const notes = page.locator('[data-line-notes]');
  const recurring = page.locator('[data-cart-recurring]');
  const one = await page.locator('[data-line-total]').innerText();
  await expect(notes).toHaveText(`Týdenní předplatné: ${one}`);
  await page.getByRole('button', { name: /^Přidat kus/ }).click();
  await expect(page.locator('[data-cart-items]')).toHaveText('2 kusy');
  const two = await page.locator('[data-line-total]').innerText();
  expect(Number(minorOf(two))).toBe(2 * Number(minorOf(one)));
  await expect(notes).toHaveText(`Týdenní předplatné: ${two}`);
  await expect(recurring).toContainText(two);
  // A line that is removed and added again keeps its plan.
  await page.getByRole('button', { name: /^Odebrat/ }).click();
  await page.getByRole('button', { name: 'Vrátit zpět' }).click();
  await expect(recurring).toContainText(two);
});

for (const [rows, wallet, shopOptions] of [
  ['[5.16] [5.12]', googlePay, { googlePay: true }],
  // Each wallet's emulation refuses undeclared plans and unknown schedules.
  ['[5.16] [4.12]', applePay, { googlePay: false, applePay: true }],
] as const)
  test.describe(`with ${wallet.name}`, () => {
    test.use({ shopOptions });

    test(`${rows} a plan bought with ${wallet.name}: the sheet shows the recurring payment, the order has plan and mandate`, async ({
      page,
      shop,
    }) => {
      if (productPage === undefined) throw new Error('no placement');
      await openProduct(page, goods.planned.handle);
      await choosePlan(page, WEEKLY);
      await offered(page, productPage);
      // The page may have been reloaded while the test waited for the wallet.
      await choosePlan(page, WEEKLY);
      await press(page, productPage);
      await wallet.sheetReady(page);
      await expect(wallet.sheet(page).getByText('Týdenní předplatné')).toBeVisible();
      await wallet.pay(page);
      await expectPlanned(shop, await confirmedOrder(page), 1);
    });
  });
