import type { Page } from '@playwright/test';
import { freeCart, keptForNothing, subscribed } from './support/account-scenarios.js';
import { chooseBrought, chooseDelivery, fillContactAndAddress } from './support/buyer.js';
import { type Account, approvals, declined } from './support/approval-scenarios.js';
import { FOR_NOTHING } from './support/free.js';
import { goods } from './support/goods.js';
import {
  agree,
  agreeing,
  agreeToKeep,
  expectMandate,
  inCheckout,
  openWindow,
  orderKept,
  orderShown,
  SDK,
  windowParts,
  windowReady,
  windowTotal,
} from './support/paypal.js';
import { offered, openOffered, placements } from './support/placements.js';
import { blocked, closedAtEveryStep } from './support/popup-scenarios.js';
import { operation } from './support/routes.js';
import { BOUGHT, dialog, NOTHING, product, type Absence, type Scenario } from './support/scenario.js';
import { due, minorOf, unfoldSummary } from './support/sums.js';
import { expect, test } from './support/test.js';
import { tryEverywhere } from './support/wallet-matrix.js';

const [productPage, cartPage, checkoutPage] = placements;
if (!productPage || !cartPage || !checkoutPage) throw new Error('placements are missing');

const PPL = /PPL/;
const payPal: Account = {
  name: 'PayPal',
  checkout: checkoutPage,
  introduce: async (page) => {
    await fillContactAndAddress(page);
    await chooseDelivery(page, PPL);
  },
  tell: (page) => chooseDelivery(page, PPL),
  complete: ({ page }) => chooseBrought(page, PPL),
};

const scenarios: readonly Scenario[] = [
  {
    title:
      '[1.06] [4.19] [4.14] [7.09] [B.03] approved: the checkout takes the order, one charge of the sum shown',
    books: BOUGHT,
    everywhere: true,
    run: async ({ page, placement, shop }) => {
      const submitted: string[] = [];
      page.on('request', (request) => {
        submitted.push(/operation_name=(\w+)/.exec(request.url())?.[1] ?? '');
      });
      const window = await openWindow(page, placement);
      const total = await windowTotal(window);
      const parts = await windowParts(window);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      await agree(window);
      await inCheckout(page);
      expect(submitted).not.toContain('cartSubmitForCompletion');
      expect(submitted).not.toContain('cartRemovePersonalData');
      await expect(page.getByLabel('E-mail')).toHaveValue('jana.novakova@example.cz');
      await chooseBrought(page, PPL);
      await orderShown(page, shop);
    },
  },
  ...closedAtEveryStep,
  blocked('PayPal'),
  ...approvals(payPal),
  declined(payPal),
  subscribed(payPal),
  {
    title: '[7.24] a theme’s own PayPal script keeps working',
    books: NOTHING,
    prepare: ({ page }) =>
      page.addInitScript(() => {
        Object.assign(window, { paypal: { theme: 'own' } });
      }),
    run: async ({ page, placement }) => {
      const opened = await openWindow(page, placement);
      await windowReady(opened);
      await opened.close();
      expect(await page.evaluate(() => (window as unknown as { paypal: unknown }).paypal)).toEqual({
        theme: 'own',
      });
    },
  },
];

const absences: readonly Absence[] = [
  {
    title: '[4.25] its script cannot be loaded',
    prepare: (page) => page.route(SDK, (route) => route.fulfill({ status: 404, body: '' })),
  },
];

test.use({ shopOptions: { googlePay: false, payPal: true } });

/** A gift card that covers the total. */
async function payByGiftCard(page: Page): Promise<void> {
  await unfoldSummary(page);
  await page.getByRole('textbox', { name: /Slevový kód/ }).fill('DAREK-VNUCKA-2026');
  await page.getByRole('button', { name: 'Použít' }).click();
  await expect.poll(async () => minorOf(await due(page).innerText())).toBe('000');
}

tryEverywhere({ wallet: { name: 'PayPal' }, scenarios, absences });

test('[4.19] an account pays for digital goods, too', async ({ page, shop }) => {
  await openOffered(page, productPage, goods.digital);
  await agree(await openWindow(page, productPage));
  await inCheckout(page);
  await fillContactAndAddress(page);
  await orderShown(page, shop);
});

test.describe('in a shop where everything is free', () => {
  test.use({ shopOptions: { googlePay: false, payPal: true, furtherSections: FOR_NOTHING } });

  tryEverywhere({
    wallet: { name: 'PayPal' },
    scenarios: [keptForNothing(payPal)],
    absences: [],
  });

  tryEverywhere({
    wallet: { name: 'PayPal' },
    scenarios: [freeCart(payPal)],
    absences: [],
    where: placements.filter(({ name }) => name !== 'checkout'),
  });
});

test('[4.19] [5.15] a subscription whose first payment a gift card covers keeps the account', async ({
  page,
  shop,
}) => {
  await checkoutPage.open(page, goods.weekly);
  await payByGiftCard(page);
  await offered(page, checkoutPage);
  const again = page.waitForEvent('domcontentloaded');
  await agreeToKeep(page, checkoutPage);
  await again;
  await inCheckout(page);
  await payPal.tell(page);
  await orderKept(page, shop);
});

test('[5.15] [7.09] an agreement for a subscription does not pay for a single purchase: the window asks again', async ({
  page,
  shop,
}) => {
  await cartPage.open(page, goods.weekly);
  await openOffered(page, cartPage, product);
  await agreeToKeep(page, cartPage);
  await inCheckout(page);
  await page.goto('/cart');
  const remove = page.getByRole('button', { name: /^Odebrat.*čaj/ });
  await remove.click();
  await expect(remove).toHaveCount(0);
  await page.getByRole('button', { name: /^Pokračovat/ }).click();
  await page.waitForURL(/\/checkout\//);
  await expect(page.getByRole('radio', { name: /Bankovní převod/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /PayPal/ })).toHaveCount(0);
  await offered(page, checkoutPage);
  const next = page.waitForEvent('domcontentloaded');
  const window = await openWindow(page, checkoutPage);
  expect(await windowTotal(window)).toBeGreaterThan(0);
  await agree(window);
  await next;
  await inCheckout(page);
  await expect(page.getByText('Platbu jste už schválili.')).toBeVisible();
  await chooseBrought(page, PPL);
  await orderShown(page, shop);
});

test('[4.19] [7.09] the network fails after the agreement: the checkout finds the account, one charge', async ({
  page,
  shop,
}) => {
  await openOffered(page, productPage, goods.weekly);
  await page.route(operation('paypalBuyerDetailsFetch'), (route) => route.abort('internetdisconnected'), {
    times: 2,
  });
  await agreeToKeep(page, productPage);
  await inCheckout(page);
  await fillContactAndAddress(page);
  await chooseBrought(page, PPL);
  await orderShown(page, shop);
  expectMandate(shop, 1);
});

test('[4.20] after the buyer closes the window, the next one asks for the agreement again', async ({
  page,
  shop,
}) => {
  await openOffered(page, productPage, goods.weekly);
  const window = await openWindow(page, productPage);
  await windowReady(window);
  await window.close();
  await expect(dialog(page)).toHaveCount(0);
  await offered(page, productPage);
  await agreeToKeep(page, productPage);
  await inCheckout(page);
  expect(shop.orders()).toEqual([]);
});

test('[4.19] the approved address replaces an address typed before', async ({ page }) => {
  await openOffered(page, checkoutPage, product);
  await fillContactAndAddress(page);
  await page.getByLabel('E-mail').fill('nekdo.jiny@example.cz');
  await page.getByLabel('E-mail').blur();
  const again = page.waitForEvent('domcontentloaded');
  await agree(await openWindow(page, checkoutPage));
  await again;
  await inCheckout(page);
  await expect(page.getByLabel('E-mail')).toHaveValue('jana.novakova@example.cz');
  await expect(page.getByLabel('Ulice a číslo popisné')).toHaveValue('Dlouhá 1');
  await expect(page.getByLabel('Město')).toHaveValue('Praha');
  // Later input wins over the approval.
  await page.getByLabel('Město').fill('Praha 1');
  await page.getByLabel('Město').blur();
  await page.reload();
  await expect(page.getByLabel('Město')).toHaveValue('Praha 1');
});

test('[4.19] a buyer who loses the page after the approval finds the account in the checkout', async ({
  page,
}) => {
  await openOffered(page, checkoutPage, product);
  const url = page.url();
  const window = await openWindow(page, checkoutPage);
  await windowReady(window);
  // The page closes before the approval reaches it. The window closes with it, but PayPal has the approval.
  await page.route(operation('paypalBuyerDetailsFetch'), () => new Promise(() => undefined));
  const asked = page.waitForRequest(operation('paypalBuyerDetailsFetch'));
  await agreeing(window).click();
  await asked;
  await page.goto(url);
  await expect(page.getByRole('radio', { name: /PayPal/ })).toBeChecked();
});
