import type { Locator, Page } from '@playwright/test';
import { placeOrder } from './buyer.js';
import { agree, choose, inCheckout, openWindow, orderShown, windowReady } from './paypal.js';
import { offered, type Placement } from './placements.js';
import { operation } from './routes.js';
import { BOUGHT, dialog, NOTHING, product, type Scenario, type ScenarioContext } from './scenario.js';
import { expect } from './test.js';

/** How a buyer approves in the window and then finishes the purchase. */
export interface Account {
  readonly name: 'PayPal' | 'Venmo';
  /** The wallet's button in the checkout. */
  readonly checkout: Placement;
  /** Types the contact into the checkout if there is no approval that supplies it. */
  readonly introduce: (page: Page) => Promise<void>;
  /** Completes the checkout's fields that the account has not supplied. */
  readonly tell: (page: Page) => Promise<void>;
  /** The same if delivery has a price: waits until the sum contains it. */
  readonly complete: (scene: ScenarioContext) => Promise<void>;
}

/** Opens a window and approves in it. Then the checkout opens or reloads. */
async function approve({ name }: Account, { page, placement }: ScenarioContext): Promise<void> {
  const next = page.waitForEvent('domcontentloaded');
  await agree(await openWindow(page, placement));
  await next;
  await inCheckout(page, name);
}

/** Shows the buttons of the open checkout. The demo's theme hides them once an account has approved; another may keep them. */
const keepButtons = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const keeping = new CSSStyleSheet();
    keeping.replaceSync('.express { display: block !important; }');
    document.adoptedStyleSheets = [keeping];
  });

/** The same from the open checkout. */
async function approveAgain(account: Account, scene: ScenarioContext): Promise<void> {
  await offered(scene.page, account.checkout);
  await approve(account, { ...scene, placement: account.checkout });
}

const failing = ({ name }: Account): readonly Scenario[] => [
  {
    title: '[4.20] the window fails: the wallet’s dialog',
    books: NOTHING,
    run: async ({ page, placement }) => {
      const window = await openWindow(page, placement);
      await windowReady(window);
      await choose(window, 'Co se stane', 'error');
      await agree(window);
      await expect(dialog(page)).toContainText(`Došlo k problému s peněženkou ${name}.`);
    },
  },
  {
    title: '[4.20] no order at PayPal: the window closes, the wallet’s dialog',
    books: NOTHING,
    prepare: ({ page }) =>
      page.route(operation('paypalTokenCreate'), (route) => route.fulfill({ status: 500, body: '' })),
    run: async ({ page, placement }) => {
      const window = await openWindow(page, placement);
      await expect(dialog(page)).toContainText(`Došlo k problému s peněženkou ${name}.`);
      await expect.poll(() => window.isClosed()).toBe(true);
    },
  },
];

const networkGone = (account: Account): Scenario => ({
  title: '[4.19] [7.09] the network fails after the approval: the order is found again, one charge',
  books: BOUGHT,
  prepare: ({ page }) =>
    page.route(operation('paypalBuyerDetailsFetch'), (route) => route.abort('internetdisconnected'), {
      times: 2,
    }),
  run: async (scene) => {
    await approve(account, scene);
    await account.complete(scene);
    await orderShown(scene.page, scene.shop);
  },
});

const approvedTwice = (account: Account): Scenario => ({
  title: '[4.19] approved twice: one order, one charge',
  books: BOUGHT,
  run: async (scene) => {
    await approve(account, scene);
    await keepButtons(scene.page);
    await approveAgain(account, scene);
    await account.complete(scene);
    await orderShown(scene.page, scene.shop);
  },
});

const priceChanged = (account: Account): Scenario => ({
  title: '[7.09] the price changes after the approval: refused, and nothing is charged',
  books: NOTHING,
  run: async (scene) => {
    const { page, shop } = scene;
    await approve(account, scene);
    await account.complete(scene);
    shop.restock(product.handle, { 'Variant Price': '777' });
    await expect
      .poll(async () =>
        (await (await fetch(`${shop.origin}/products/${product.handle}`)).text()).includes('777'),
      )
      .toBe(true);
    await placeOrder(page);
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: /částk|cen/i })
        .first(),
    ).toBeVisible();
    await expect(page).not.toHaveURL(/confirmation/);
  },
});

/** The account among the payment methods. */
const approving = ({ name }: Account, page: Page): Locator =>
  page.getByRole('radio', { name: new RegExp(name) });

/** PayPal declines the payment. */
export const declined = (account: Account): Scenario => ({
  title:
    '[4.19] [7.09] declined at PayPal: the checkout says so, and the window takes another means of payment',
  books: BOUGHT,
  everywhere: true,
  run: async (scene) => {
    const { page, placement, shop } = scene;
    const window = await openWindow(page, placement);
    await windowReady(window);
    await choose(window, 'Co se stane', 'decline');
    const next = page.waitForEvent('domcontentloaded');
    await agree(window);
    await next;
    await inCheckout(page, account.name);
    await account.complete(scene);
    await placeOrder(page);
    const said = page.getByRole('alert').first();
    await expect(said).toContainText(`Platba z účtu ${account.name} byla zamítnuta.`);
    await expect(said).toContainText(`Schvalte prosím novou platbu tlačítkem ${account.name}`);
    expect(shop.ledger()).toEqual([]);
    // A declined approval cannot pay again: neither this page nor a reloaded one offers it.
    await expect(approving(account, page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Platba', exact: true })).toBeVisible();
    await expect(approving(account, page)).toHaveCount(0);
    await approveAgain(account, scene);
    await orderShown(page, shop);
  },
});

/** Failures before and after the approval. */
export const approvals = (account: Account): readonly Scenario[] => [
  ...failing(account),
  networkGone(account),
  approvedTwice(account),
  priceChanged(account),
];
