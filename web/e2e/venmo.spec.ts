import { openProduct, shopIn } from './support/buyer.js';
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
import { operation } from './support/routes.js';
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

/** What the account has not told is typed; then what stands there is ordered. */
async function orderInDollars({ page, shop }: Scene): Promise<void> {
  await inCheckout(page, 'Venmo');
  // PayPal never says whether a number carries its country's code: one that cannot be told is asked for.
  await page.getByLabel('Telefon').fill('+1 415 555 0132');
  // The one way there is has been chosen already.
  await expect(page.getByRole('radio', { name: /Letecky/ })).toBeChecked();
  await expect.poll(() => excess(page)).toBe(0);
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

const scenarios: readonly Scenario[] = [
  {
    title: '[4.19] [7.09] [B.03] approved: the checkout goes on, one order, one charge of what it shows',
    books: BOUGHT,
    run: agreeAndGoOn,
  },
  ...closedAtEveryStep,
  blocked('Venmo'),
  {
    title: '[4.19] [7.09] the network is gone after the approval: the order is found again, one charge',
    books: BOUGHT,
    prepare: ({ page }) =>
      page.route(operation('paypalBuyerDetailsFetch'), (route) => route.abort('internetdisconnected'), {
        times: 2,
      }),
    run: agreeAndGoOn,
  },
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

for (const placement of where)
  test(`[5.15] [7.09] a subscription from the ${placement.name} page is paid by a Venmo account that is kept`, async ({
    page,
    shop,
  }) => {
    await openProduct(page, goods.planned.handle);
    await shopIn(page, /^Spojené státy/);
    await openProduct(page, goods.planned.handle);
    await page.getByRole('radio', { name: /^Každý týden/ }).check();
    await page.getByRole('button', { name: 'Přidat do košíku' }).click();
    await page.waitForURL(/\/cart$/);
    if (placement.name === 'checkout') {
      await page.getByRole('button', { name: /^Pokračovat/ }).click();
      await page.waitForURL(/\/checkout\//);
    }
    await offered(page, placement);
    const next = page.waitForEvent('domcontentloaded');
    await agreeToKeep(page, placement);
    await next;
    await orderInDollars({ page, placement, shop });
    expectMandate(shop, 1);
  });
