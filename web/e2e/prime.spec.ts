import type { Locator, Page, Route } from '@playwright/test';
import {
  amazonPlacements,
  cancelling,
  choose as chooseAt,
  facts,
  orderShown,
  paying,
  signIn,
  toAmazon,
  toConfirm,
} from './support/amazon.js';
import { openProduct, putInCart, shopIn } from './support/buyer.js';
import { goods } from './support/goods.js';
import { offered, walletButton, type Placement } from './support/placements.js';
import { BOUGHT, NOTHING, type Absence, type Scenario } from './support/scenario.js';
import { expect, test } from './support/test.js';
import { tryEverywhere } from './support/wallet-matrix.js';

test.use({ shopOptions: { googlePay: false, amazonPay: true, buyWithPrime: true } });

/** Buy with Prime's button in a product's or a cart's element. */
const button = (page: Page, tag: string): Locator =>
  page.locator(tag).getByRole('button', { name: /Buy with Prime/ });

/** Opens a product's page with American prices: Buy with Prime delivers to the United States. */
async function openInAmerica(page: Page, handle: string): Promise<void> {
  await openProduct(page, handle);
  await shopIn(page, /^Spojené státy/);
}

/** Signs in at Amazon, and comes back to the checkout, which may refuse the buyer. */
async function choose(page: Page, buyer: string): Promise<void> {
  await signIn(page, buyer);
  await page.getByRole('button', { name: 'Pokračovat do obchodu' }).click();
  await page.waitForURL(/\/checkout\//);
}

/** A member of Prime, and her approved card. */
const chooseAsMember = (page: Page, card = /1111/): Promise<void> => chooseAt(page, card, 'mary');

/** The pages with Buy with Prime's button, for a buyer in the United States. */
const where: readonly Placement[] = amazonPlacements(/^Spojené státy/).map((placement) => ({
  ...placement,
  wallet: /Buy with Prime/,
}));
const checkoutPage = where.find(({ name }) => name === 'checkout');
if (!checkoutPage) throw new Error('the checkout is missing');

const bought: Scenario = {
  title: '[1.03] [2.22] [2.25] [B.02] [B.03] a member buys a marked product: one charge of the sum shown',
  books: BOUGHT,
  everywhere: true,
  run: async ({ page, placement, shop }) => {
    const box = await walletButton(page, placement).boundingBox();
    // On other pages it fills its cell.
    if (placement.name === 'product') expect(box?.width).toBeGreaterThanOrEqual(150);
    await toAmazon(page, placement);
    await chooseAsMember(page);
    await expect(facts(page)).toContainText(['mary.johnson@example.com']);
    await orderShown(page, shop);
    expect(shop.orders()[0]?.currency).toBe('USD');
  },
};

const scenarios: readonly Scenario[] = [
  bought,
  {
    title: '[8.02] a buyer without a membership: the checkout offers no account, and says so',
    books: NOTHING,
    run: async ({ page, placement }) => {
      await toAmazon(page, placement);
      await choose(page, 'james');
      await expect(page.getByText('Zvolenou platební metodou tuto objednávku zaplatit nejde.')).toBeVisible();
      await expect(page.getByRole('radio', { name: /Amazon Pay/ })).toHaveCount(0);
    },
  },
  {
    title: '[4.21] cancelled at Amazon before anything is chosen: the page with the button, as it was',
    books: NOTHING,
    run: async ({ page, placement }) => {
      const { pathname } = new URL(page.url());
      await toAmazon(page, placement);
      await cancelling(page).click();
      await page.waitForURL((url) => url.pathname === pathname);
      await expect(walletButton(page, placement)).toBeEnabled();
    },
  },
  {
    title: '[4.21] [8.03] declined at Amazon: no order, the checkout says why, and another card pays',
    books: BOUGHT,
    run: async ({ page, placement, shop }) => {
      await toAmazon(page, placement);
      await chooseAsMember(page, /3434/);
      await toConfirm(page);
      await paying(page).click();
      await page.waitForURL(/\/checkout\//);
      await expect(page.locator('#submission-message')).toContainText('Platba neproběhla');
      expect(shop.orders()).toEqual([]);
      await offered(page, checkoutPage);
      await toAmazon(page, checkoutPage);
      await chooseAsMember(page);
      await orderShown(page, shop);
    },
  },
];

const absences: readonly Absence[] = [
  {
    title: '[4.25] its script cannot be loaded',
    prepare: (page) =>
      page.route('**/sandbox/amazon-pay/checkout.js', (route) => route.fulfill({ status: 404, body: '' })),
  },
];

tryEverywhere({
  wallet: { name: 'Buy with Prime' },
  scenarios,
  absences,
  where,
  // Everything after the press is Amazon Pay's: each page must begin a purchase once, and tell who is no member once.
  isTried: (scenario, { name }) => scenario === bought || (scenario === scenarios[1] && name === 'product'),
});

test('[8.02] [8.01] a cart of unmarked goods gets a dialog', async ({ page }) => {
  await openInAmerica(page, goods.planned.handle);
  await expect(
    page.locator('accelerated-checkout').getByRole('button', { name: /Amazon Pay/ }),
  ).toBeEnabled();
  await expect(button(page, 'accelerated-checkout')).toHaveCount(0);
  await putInCart(page);
  const prime = button(page, 'accelerated-checkout-cart');
  await expect(prime).toBeEnabled();
  await prime.click();
  await expect(page.getByRole('dialog')).toContainText(
    'Položky splňující podmínky pro Buy with Prime už váš košík neobsahuje.',
  );
});

test('[7.17] a press is published as soon as the page’s analytics have loaded', async ({ page }) => {
  const published: unknown[] = [];
  await page.exposeFunction('published', (...event: unknown[]) => published.push(event));
  const loading: Route[] = [];
  await page.route('**/analytics', (route) => void loading.push(route));
  await page.addInitScript(() => {
    const publish: unknown = Reflect.get(globalThis, 'published');
    const load = (): unknown => Object.assign(globalThis, { Shopify: { analytics: { publish } } });
    fetch('/analytics').then(load, () => undefined);
  });
  // The browser stays on the page while Amazon's does not answer.
  const leaving: Route[] = [];
  await page.route(/\/amazon-pay\/choose/, (route) => void leaving.push(route));
  await openInAmerica(page, goods.plain.handle);
  await button(page, 'accelerated-checkout').click({ noWaitAfter: true });
  await expect.poll(() => leaving.length).toBe(1);
  expect(published).toEqual([]);
  await loading.at(-1)?.fulfill({ body: '' });
  await expect.poll(() => published).toEqual([['bwp_widget_click', { skus: ['KU-HRN-01'] }]]);
  await leaving[0]?.continue();
  await page.waitForURL(/\/amazon-pay\/choose/);
});
