import type { Page } from '@playwright/test';
import { freeCart, keptForNothing, subscribed } from './support/account-scenarios.js';
import { type Account, approvals, declined } from './support/approval-scenarios.js';
import { openProduct, shopIn } from './support/buyer.js';
import { FOR_NOTHING } from './support/free.js';
import { agree, inCheckout, openWindow, orderShown, SDK, windowTotal } from './support/paypal.js';
import { openPicker } from './support/picker.js';
import { openOffered, placements, walletButton, type Placement } from './support/placements.js';
import { blocked, closedAtEveryStep } from './support/popup-scenarios.js';
import { BOUGHT, product, type Absence, type Scenario, type ScenarioContext } from './support/scenario.js';
import { excess } from './support/sums.js';
import { expect, test } from './support/test.js';
import { tryEverywhere } from './support/wallet-matrix.js';

/** Configures a shop for the United States, in dollars. */
const american = (placement: Placement): Placement => ({
  ...placement,
  wallet: /Venmo/,
  open: async (page, wanted) => {
    await openProduct(page, wanted.handle);
    await shopIn(page, /^Spojené státy/);
    await placement.open(page, wanted);
  },
});

const [productPage, ...pages] = placements;
if (!productPage) throw new Error('the product page is missing');

/** A product page shows one wallet, and PayPal precedes Venmo. So this theme names Venmo instead. */
const onProduct = american({
  ...productPage,
  open: async (page, wanted) => {
    await page.route(`**/products/${wanted.handle}`, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replaceAll('&quot;paypal&quot;', '&quot;venmo&quot;') });
    });
    await productPage.open(page, wanted);
  },
});

const where = [onProduct, ...pages.map(american)];

/** Types the contact, which is unknown without an approval. */
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

/** Types the fields that the account has not supplied. */
async function tell(page: Page): Promise<void> {
  // PayPal does not say whether a number includes its country code. The checkout asks for an ambiguous number.
  await page.getByLabel('Telefon').fill('+1 415 555 0132');
  // The only delivery option is preselected.
  await expect(page.getByRole('radio', { name: /Letecky/ })).toBeChecked();
}

/** The same for a priced cart: waits for the sum. */
async function complete({ page }: ScenarioContext): Promise<void> {
  await tell(page);
  await expect.poll(() => excess(page)).toBe(0);
}

/** The checkout's button reloads the same page. */
async function agreeAndGoOn(scene: ScenarioContext): Promise<void> {
  const { page, placement } = scene;
  const window = await openWindow(page, placement);
  await expect((await openPicker(window, 'Kupující')).locator('label')).toHaveText(['John Miller']);
  expect(await windowTotal(window)).toBeGreaterThan(0);
  const next = page.waitForEvent('domcontentloaded');
  await agree(window);
  await next;
  await inCheckout(page, 'Venmo');
  await complete(scene);
  await orderShown(page, scene.shop);
  expect(scene.shop.orders()[0]?.currency).toBe('USD');
}

const checkout = where.find(({ name }) => name === 'checkout');
if (!checkout) throw new Error('the checkout is missing');
const venmo: Account = { name: 'Venmo', checkout, introduce: fillAmericanAddress, tell, complete };

const approved: Scenario = {
  title: '[4.19] [7.09] [B.03] approved: the checkout takes the order, one charge of the sum shown',
  books: BOUGHT,
  everywhere: true,
  run: agreeAndGoOn,
};

const refused = declined(venmo);

const scenarios: readonly Scenario[] = [
  approved,
  ...closedAtEveryStep,
  blocked('Venmo'),
  ...approvals(venmo),
  refused,
  subscribed(venmo),
];

/** Venmo uses PayPal's flow. Each run tests only what differs from PayPal. */
const isTried = (scenario: Scenario | Absence, { name }: Placement): boolean =>
  scenario === approved || (scenario === refused && name === 'product');

test.use({ shopOptions: { googlePay: false, payPal: true } });

tryEverywhere({
  wallet: { name: 'Venmo' },
  scenarios,
  absences: [
    {
      title: '[4.25] the script of PayPal cannot be loaded',
      prepare: (page) => page.route(SDK, (route) => route.fulfill({ status: 404, body: '' })),
    },
  ],
  where,
  isTried,
});

for (const placement of pages)
  test(`[7.09] Venmo is not offered for crowns on the ${placement.name} page`, async ({ page }) => {
    await openOffered(page, placement, product);
    await expect(walletButton(page, { ...placement, wallet: /Venmo/ })).toHaveCount(0);
  });

test.describe('in a shop where everything is free', () => {
  test.use({ shopOptions: { googlePay: false, payPal: true, furtherSections: FOR_NOTHING } });

  tryEverywhere({
    wallet: { name: 'Venmo' },
    scenarios: [keptForNothing(venmo)],
    absences: [],
    where,
    isTried,
  });

  tryEverywhere({
    wallet: { name: 'Venmo' },
    scenarios: [freeCart(venmo)],
    absences: [],
    where: where.filter(({ name }) => name !== 'checkout'),
    isTried,
  });
});
