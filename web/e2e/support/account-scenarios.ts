import type { Account } from './approval-scenarios.js';
import { goods } from './goods.js';
import {
  agreeToKeep,
  expectMandate,
  inCheckout,
  openWindow,
  orderForNothing,
  orderKept,
  orderShown,
} from './paypal.js';
import { counted } from './routes.js';
import type { Books } from './books.js';
import { BOUGHT, type Scenario, type ScenarioContext } from './scenario.js';
import { expect } from './test.js';

/** The expected books after one free piece. */
const GIVEN: Books = { orders: 1, charged: 0, sold: 1 };

/** Agrees that the shop keeps the account. Then the checkout opens or reloads. */
async function keep({ name }: Account, { page, placement }: ScenarioContext): Promise<void> {
  const next = page.waitForEvent('domcontentloaded');
  await agreeToKeep(page, placement);
  await next;
  await inCheckout(page, name);
}

/** A subscription, with later payments. */
export const subscribed = (account: Account): Scenario => ({
  title: '[5.15] [7.09] a subscription: the account is kept and charged, and pays later renewals',
  books: BOUGHT,
  goods: goods.weekly,
  run: async (scene) => {
    const { page, shop } = scene;
    await keep(account, scene);
    await account.complete(scene);
    await expect(page.getByText('Váš účet si uložíme a další platby strhneme z něj.')).toBeVisible();
    await orderShown(page, shop);
    expectMandate(shop, 1);
  },
});

/** In a shop where everything is free; the checkout's page offers no wallet for it. */
export const freeCart = (account: Account): Scenario => ({
  title: '[4.19] a free cart: no order at PayPal, the window closes, and the checkout orders it',
  books: GIVEN,
  run: async (scene) => {
    const { page, placement, shop } = scene;
    const tokens = counted(page, 'paypalTokenCreate');
    const next = page.waitForEvent('domcontentloaded');
    const window = await openWindow(page, placement);
    await expect.poll(() => window.isClosed()).toBe(true);
    await next;
    await page.waitForURL(/storefront_wallet/);
    await expect(page.getByText('Není co platit')).toBeVisible();
    expect(tokens.count()).toBe(0);
    expect(shop.orders()).toEqual([]);
    await account.introduce(page);
    await orderForNothing(page, shop);
  },
});

/** In the same shop. */
export const keptForNothing = (account: Account): Scenario => ({
  title:
    '[3.13] [4.19] [5.15] [7.09] a subscription that costs nothing now: the account is kept, nothing is charged',
  books: GIVEN,
  goods: goods.weekly,
  run: async (scene) => {
    await keep(account, scene);
    await account.tell(scene.page);
    await orderKept(scene.page, scene.shop);
  },
});
