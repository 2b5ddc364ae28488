import type { Route } from '@playwright/test';
import { confirmedOrder } from './support/buyer.js';
import { offeredDelivery, orderElsewhere } from './support/elsewhere.js';
import { cancel, googlePay, pay, preset, SDK, sheet, sheetErrors, sheetReady } from './support/google-pay.js';
import { press } from './support/placements.js';
import { once, operation } from './support/routes.js';
import { BOUGHT, dialog, NOTHING, product, type Absence, type Scenario } from './support/scenario.js';
import type { Shop } from './support/shop.js';
import { expect, test } from './support/test.js';
import { tryEverywhere } from './support/wallet-matrix.js';
import {
  answerLost,
  cancelled,
  currencyChanged,
  decelerated,
  declined,
  payShown,
  scriptHangs,
  scriptMissing,
  slow,
} from './support/wallet-scenarios.js';
import { watchCart } from './support/watch-cart.js';

const submitResult = (result: Record<string, unknown>) => (route: Route) =>
  route.fulfill({ json: { data: { cartSubmitForCompletion: { result, userErrors: [] } } } });

/** Waits until the page shows the price, that is, until the shop has imported the new feed. */
async function changed(
  shop: Shop,
  handle: string,
  column: string,
  value: string,
  shown: RegExp,
): Promise<void> {
  shop.restock(handle, { [column]: value });
  await expect
    .poll(async () => shown.test(await (await fetch(`${shop.origin}/products/${handle}`)).text()))
    .toBe(true);
}

const scenarios: readonly Scenario[] = [
  {
    title: '[1.06] [4.22] [4.23] [B.03] approved: one order, one charge of the total shown',
    books: BOUGHT,
    everywhere: true,
    run: async (scene) => {
      await press(scene.page, scene.placement);
      await payShown(googlePay, scene);
    },
  },
  declined('[8.07]', googlePay),
  {
    title: 'challenged: confirmed in the bank, then ordered',
    books: BOUGHT,
    prepare: ({ page }) => preset(page, { card: 'challenge' }),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await pay(page);
      await page.getByRole('button', { name: 'Potvrdit platbu' }).click({ timeout: 30_000 });
      await confirmedOrder(page);
    },
  },
  cancelled('[8.06]', googlePay),
  slow('[4.24]', googlePay),
  {
    title: '[5.08] an address outside the delivery area: an error in the sheet',
    books: NOTHING,
    prepare: ({ page }) => preset(page, { buyer: 'mx' }),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await expect(sheetErrors(page)).toBeVisible();
      await expect(sheet(page).getByRole('button', { name: 'Zaplatit' })).toBeDisabled();
      await cancel(page);
    },
  },
  {
    title: '[8.07] the delivery option is gone: the sheet or the checkout says so, nothing charged',
    books: NOTHING,
    run: async ({ page, placement, shop }) => {
      const cart = watchCart(page);
      await press(page, placement);
      await sheetReady(page);
      await sheet(page)
        .getByRole('radio', { name: /Balík Do ruky/ })
        .check();
      await sheetReady(page);
      // Too heavy for the post, but not for the courier.
      shop.restock(product.handle, { 'Variant Grams': '31000' });
      await expect.poll(() => offeredDelivery(shop, cart.id())).not.toContain('balik-do-ruky');
      await pay(page);
      await expect
        .poll(async () => (await sheetErrors(page).isVisible()) || /[?&]wallet_/.test(page.url()))
        .toBe(true);
    },
  },
  {
    title: '[4.07] [8.10] the price has changed: the checkout with its notice, nothing charged',
    books: NOTHING,
    run: async ({ page, placement, shop }) => {
      await press(page, placement);
      await sheetReady(page);
      await changed(shop, product.handle, 'Variant Price', '777', /777/);
      await pay(page);
      await decelerated(page, 'wallet_dynamic_tax');
    },
  },
  currencyChanged('[4.09]'),
  {
    title: '[8.11] sold out meanwhile: an error in the sheet or the checkout, nothing charged',
    books: NOTHING,
    stock: 0,
    run: async ({ page, placement, shop }) => {
      await press(page, placement);
      await sheetReady(page);
      await changed(shop, product.handle, 'Variant Inventory Qty', '0', /Vyprodáno/);
      await pay(page);
      await expect(sheetErrors(page)).toContainText('Tato položka již není k dispozici.');
      await cancel(page);
      await expect(dialog(page)).toContainText('Tato položka již není k dispozici.');
    },
  },
  {
    title: '[4.23] [7.06] throttled: the same token is submitted again, one order',
    books: BOUGHT,
    prepare: ({ page }) =>
      once(
        page,
        operation('cartSubmitForCompletion'),
        submitResult({
          __typename: 'SubmitThrottled',
          pollAfter: new Date(Date.now() + 500).toISOString(),
        }),
      ),
    run: async ({ page, placement }) => {
      const tokens: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().includes('cartSubmitForCompletion'))
          tokens.push(
            (request.postDataJSON() as { variables: Record<string, unknown> }).variables['attemptToken'],
          );
      });
      await press(page, placement);
      await pay(page);
      await confirmedOrder(page);
      expect(tokens).toHaveLength(2);
      expect(new Set(tokens).size).toBe(1);
    },
  },
  {
    title: '[4.23] already bought in another tab: the checkout shows the order, no second one',
    books: { orders: 1, charged: 0, sold: 1 },
    run: async ({ page, placement, shop }) => {
      const cart = watchCart(page);
      await press(page, placement);
      await sheetReady(page);
      await orderElsewhere(shop, cart.id());
      await pay(page);
      await page.waitForURL(/\/checkout\//);
    },
  },
  {
    title: 'the server fails: the sheet says so, nothing is charged',
    books: NOTHING,
    prepare: ({ page }) =>
      page.route(operation('cartPaymentUpdate'), (route) => route.fulfill({ status: 500, body: '' })),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await pay(page);
      await expect(sheetErrors(page)).toBeVisible();
      await cancel(page);
      await expect(dialog(page)).toContainText('Došlo k problému s peněženkou Google Pay.');
    },
  },
  answerLost('[B.03]', googlePay),
];

/** Reasons why Google Pay cannot be offered. */
const absences: readonly Absence[] = [
  {
    title: '[4.26] its authorisation has expired',
    prepare: (page) => page.clock.setFixedTime(Date.now() + 48 * 60 * 60 * 1000),
  },
  { ...scriptMissing('[4.25]', SDK), everywhere: true },
  scriptHangs('[4.25]', SDK),
];

test.use({ shopOptions: { googlePay: true } });

tryEverywhere({ wallet: googlePay, scenarios, absences });
