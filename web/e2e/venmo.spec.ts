import type { Page } from '@playwright/test';
import { type Account, approvals } from './support/approval-scenarios.js';
import { confirmedOrder, openProduct, placeOrder, shopIn } from './support/buyer.js';
import { FOR_NOTHING } from './support/free.js';
import { goods } from './support/goods.js';
import {
  agree,
  agreeToKeep,
  expectMandate,
  inCheckout,
  openWindow,
  orderShown,
  SDK,
  windowTotal,
} from './support/paypal.js';
import { offered, openOffered, placements, walletButton, type Placement } from './support/placements.js';
import { blocked, closedAtEveryStep } from './support/popup-scenarios.js';
import { counted } from './support/routes.js';
import { BOUGHT, product, type Scenario, type Scene } from './support/scenario.js';
import { excess } from './support/sums.js';
import { expect, test } from './support/test.js';
import { tryEverywhere } from './support/wallet-matrix.js';

/** A product's page has one wallet, and PayPal comes before Venmo: it stands in the cart and in the checkout. */
const where = placements
  .filter(({ name }) => name !== 'product')
  .map((placement): Placement => ({
    ...placement,
    wallet: /Venmo/,
    open: async (page, wanted) => {
      await openProduct(page, wanted.handle);
      await shopIn(page, /^Spojené státy/);
      await placement.open(page, wanted);
    },
  }));

/** A product's page whose theme names Venmo instead. */
const onProduct: Placement = {
  name: 'product',
  element: 'accelerated-checkout',
  wallet: /Venmo/,
  open: async (page, wanted) => {
    await openProduct(page, wanted.handle);
    await shopIn(page, /^Spojené státy/);
    await page.route(`**/products/${wanted.handle}`, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replaceAll('&quot;paypal&quot;', '&quot;venmo&quot;') });
    });
    await openProduct(page, wanted.handle);
  },
};

/** Where nothing was approved, nobody is known. */
async function fillAmericanAddress(page: Page): Promise<void> {
  const field = (name: string) => page.locator(`#field-delivery-${name}`);
  await page.getByLabel('E-mail').fill('john@example.com');
  await page.getByLabel('Telefon').fill('+1 415 555 0132');
  await field('firstName').fill('John');
  await field('lastName').fill('Miller');
  await field('address1').fill('1 Market Street');
  await field('city').fill('San Francisco');
  await field('province').selectOption('CA');
  await field('zip').fill('94105');
  await field('zip').blur();
  await page.getByRole('radio', { name: /Letecky/ }).check();
}

/** What the account has not told is typed. */
async function tell(page: Page): Promise<void> {
  // PayPal never says whether a number carries its country's code: one that cannot be told is asked for.
  await page.getByLabel('Telefon').fill('+1 415 555 0132');
  // The one way there is has been chosen already.
  await expect(page.getByRole('radio', { name: /Letecky/ })).toBeChecked();
}

/** The same where there is something to pay, which waits for its sum. */
async function complete({ page }: Scene): Promise<void> {
  await tell(page);
  await expect.poll(() => excess(page)).toBe(0);
}

/** Then what stands there is ordered. */
async function orderInDollars(scene: Scene): Promise<void> {
  const { page, shop } = scene;
  await inCheckout(page, 'Venmo');
  await complete(scene);
  await orderShown(page, shop);
  expect(shop.orders()[0]?.currency).toBe('USD');
}

/** From the checkout's own button the same page comes again. */
async function agreeAndGoOn(scene: Scene): Promise<void> {
  const { page, placement } = scene;
  const window = await openWindow(page, placement);
  await expect(window.getByLabel('Kupující').locator('option')).toHaveText(['John Miller']);
  expect(await windowTotal(window)).toBeGreaterThan(0);
  const next = page.waitForEvent('domcontentloaded');
  await agree(window);
  await next;
  await orderInDollars(scene);
}

const checkout = where.find(({ name }) => name === 'checkout');
if (!checkout) throw new Error('the checkout is missing');
const venmo: Account = { name: 'Venmo', checkout, complete };

const scenarios: readonly Scenario[] = [
  {
    title: '[4.19] [7.09] [B.03] approved: the checkout goes on, one order, one charge of what it shows',
    books: BOUGHT,
    run: agreeAndGoOn,
  },
  ...closedAtEveryStep,
  blocked('Venmo'),
  ...approvals(venmo),
];

test.use({ shopOptions: { googlePay: false, payPal: true } });

tryEverywhere({
  wallet: { name: 'Venmo' },
  scenarios,
  absences: [
    {
      title: '[4.25] the script of PayPal is not there',
      prepare: (page) => page.route(SDK, (route) => route.fulfill({ status: 404, body: '' })),
    },
  ],
  where,
});

for (const placement of placements.slice(1))
  test(`[7.09] crowns are not paid from Venmo on the ${placement.name} page`, async ({ page }) => {
    await openOffered(page, placement, product);
    await expect(walletButton(page, { ...placement, wallet: /Venmo/ })).toHaveCount(0);
  });

/** A subscription in the cart or in the checkout, of a buyer in the United States. */
async function toSubscription(page: Page, { name }: Placement): Promise<void> {
  await openProduct(page, goods.planned.handle);
  await shopIn(page, /^Spojené státy/);
  await openProduct(page, goods.planned.handle);
  await page.getByRole('radio', { name: /^Každý týden/ }).check();
  await page.getByRole('button', { name: 'Přidat do košíku' }).click();
  await page.waitForURL(/\/cart$/);
  if (name === 'checkout') await toCheckout(page);
}

async function toCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pokračovat/ }).click();
  await page.waitForURL(/\/checkout\//);
}

for (const placement of where)
  test(`[5.15] [7.09] a subscription from the ${placement.name} page is paid by a Venmo account that is kept`, async ({
    page,
    shop,
  }) => {
    await toSubscription(page, placement);
    await offered(page, placement);
    const next = page.waitForEvent('domcontentloaded');
    await agreeToKeep(page, placement);
    await next;
    await orderInDollars({ page, placement, shop });
    expectMandate(shop, 1);
  });

test.describe('for nothing', () => {
  test.use({ shopOptions: { googlePay: false, payPal: true, furtherSections: FOR_NOTHING } });

  for (const placement of [onProduct, ...where])
    test(`[4.19] a free cart on the ${placement.name} page opens no order at PayPal: the checkout orders it`, async ({
      page,
      shop,
    }) => {
      const tokens = counted(page, 'paypalTokenCreate');
      await placement.open(page, product);
      await offered(page, placement);
      const window = await openWindow(page, placement);
      await expect.poll(() => window.isClosed()).toBe(true);
      await page.waitForURL(/storefront_wallet/);
      await expect(page.getByText('Není co platit')).toBeVisible();
      expect(tokens.count()).toBe(0);
      expect(shop.orders()).toEqual([]);
      if (placement !== onProduct) return;
      await fillAmericanAddress(page);
      await placeOrder(page);
      await confirmedOrder(page);
      expect(shop.orders()[0]?.total).toBe('0.00');
      expect(shop.ledger()).toEqual([]);
    });

  test('[3.13] [4.19] [5.15] a subscription from the product page that costs nothing now keeps the Venmo account', async ({
    page,
    shop,
  }) => {
    await onProduct.open(page, goods.planned);
    await page.getByRole('radio', { name: /^Každý týden/ }).check();
    await offered(page, onProduct);
    await agreeToKeep(page, onProduct);
    await inCheckout(page, 'Venmo');
    await tell(page);
    await expect(page.getByText('Teď nic neplatíte.')).toBeVisible();
    await placeOrder(page);
    await confirmedOrder(page);
    expect(shop.orders()[0]?.total).toBe('0.00');
    expectMandate(shop, 1);
    expect(shop.ledger()).toEqual([]);
  });

  for (const placement of where)
    test(`[4.19] [5.15] [7.09] a subscription from the ${placement.name} page that costs nothing now keeps the account, and charges nothing`, async ({
      page,
      shop,
    }) => {
      await toSubscription(page, placement);
      await offered(page, placement);
      const next = page.waitForEvent('domcontentloaded');
      await agreeToKeep(page, placement);
      await next;
      await inCheckout(page, 'Venmo');
      await tell(page);
      await expect(page.getByText('Teď nic neplatíte.')).toBeVisible();
      await placeOrder(page);
      await confirmedOrder(page);
      expect(shop.orders()[0]?.total).toBe('0.00');
      expectMandate(shop, 1);
      expect(shop.ledger()).toEqual([]);
    });
});
