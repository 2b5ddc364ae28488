import type { Page } from '@playwright/test';
import {
  cancel,
  choose,
  enterCoupon,
  pay,
  preset,
  SDK,
  sheet,
  sheetErrors,
  sheetReady,
  total,
} from './support/apple-pay.js';
import { assertBooks, type Books } from './support/books.js';
import { confirmedOrder } from './support/buyer.js';
import { operation } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { openOffered, placements, press, walletButton, type Placement } from './support/placements.js';
import type { Shop } from './support/shop.js';
import { availability } from './support/stock.js';
import { expect, test } from './support/test.js';
import { onPhones } from './support/viewports.js';

/** What a scenario has in its hands. */
interface Scene {
  readonly page: Page;
  readonly shop: Shop;
  readonly placement: Placement;
}

/** One way in which a purchase with Apple Pay can go. */
interface Scenario {
  readonly title: string;
  readonly books: Books;
  /** Before the page is opened. */
  readonly prepare?: (scene: Scene) => Promise<unknown>;
  /** From the page with the button to the end. */
  readonly run: (scene: Scene) => Promise<void>;
}

const NOTHING: Books = { orders: 0, charged: 0, sold: 0 };
const BOUGHT: Books = { orders: 1, charged: 1, sold: 1 };
const product = goods.plain;

const dialog = (page: Page) => page.getByRole('dialog').filter({ hasNotText: 'zkušební' });

/** Counts the requests of one operation. */
function counted(page: Page, name: string): { readonly count: () => number } {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes(`operation_name=${name}`)) count += 1;
  });
  return { count: () => count };
}

/** Nothing is said, and the button works again. */
async function silentlyOver({ page, placement }: Scene): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(walletButton(page, placement)).toBeEnabled();
}

/** Pays what the sheet shows, and holds the order against it. */
async function payShown({ page, shop }: Scene): Promise<void> {
  await sheetReady(page);
  const shown = await total(page);
  await pay(page);
  const number = await confirmedOrder(page);
  const [order] = shop.orders();
  expect(order?.number).toBe(number);
  expect(order?.total.replace('.', '')).toBe(String(shown));
}

const scenarios: readonly Scenario[] = [
  {
    title: '[1.06] [4.10] [4.13] [4.14] [B.03] approved: shown, charged and ordered is the same amount',
    books: BOUGHT,
    run: async (scene) => {
      const { page, placement } = scene;
      const removals = counted(page, 'cartRemovePersonalData');
      await press(page, placement);
      await payShown(scene);
      expect(removals.count()).toBe(1);
    },
  },
  {
    title: '[4.33] another way of delivery: its price is shown and paid',
    books: BOUGHT,
    run: async (scene) => {
      const { page, placement } = scene;
      await press(page, placement);
      await sheetReady(page);
      const before = await total(page);
      await sheet(page)
        .getByRole('radio', { name: /^Osobně|Kurýr|Balík|PPL|GLS/ })
        .nth(1)
        .check();
      await sheetReady(page);
      expect(await total(page)).not.toBe(before);
      await payShown(scene);
    },
  },
  {
    title: '[5.07] declined: the sheet says so and another card pays',
    books: BOUGHT,
    prepare: ({ page }) => preset(page, { card: 'decline' }),
    run: async (scene) => {
      const { page, placement } = scene;
      await press(page, placement);
      await pay(page);
      await expect(sheetErrors(page)).toHaveText('Platbu se nepodařilo provést. Zvolte prosím jinou kartu.');
      await choose(page, 'Karta', 'approve');
      await payShown(scene);
    },
  },
  {
    title: '[4.15] [4.14] cancelled: silent, forgotten, and the button works again',
    books: NOTHING,
    run: async (scene) => {
      const { page, placement } = scene;
      const removals = counted(page, 'cartRemovePersonalData');
      await press(page, placement);
      await sheetReady(page);
      await cancel(page);
      await silentlyOver(scene);
      await expect.poll(removals.count).toBe(1);
      await press(page, placement);
      await sheetReady(page);
      await cancel(page);
    },
  },
  {
    title: '[4.11] [4.15] cancelled while the merchant is validated: nothing goes on',
    books: NOTHING,
    prepare: ({ page }) => page.route(operation('applePaySessionCreate'), () => new Promise(() => undefined)),
    run: async (scene) => {
      const { page, placement } = scene;
      const asked = page.waitForRequest(operation('applePaySessionCreate'));
      await press(page, placement);
      await asked;
      await expect(sheet(page).getByRole('status')).toHaveText('Ověřuje se obchod…');
      await cancel(page);
      await silentlyOver(scene);
    },
  },
  {
    title: '[4.10] the merchant session comes too late: Apple closes its sheet',
    books: NOTHING,
    prepare: ({ page }) => preset(page, { scenario: 'session-expired' }),
    run: async (scene) => {
      await press(scene.page, scene.placement);
      await expect(sheet(scene.page)).toHaveCount(0);
      await silentlyOver(scene);
    },
  },
  {
    title: '[7.08] no merchant session: the wallet’s dialog, nothing is charged',
    books: NOTHING,
    prepare: ({ page }) =>
      page.route(operation('applePaySessionCreate'), (route) => route.fulfill({ status: 500, body: '' })),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await expect(dialog(page)).toContainText('Došlo k problému s peněženkou Apple Pay.');
      await expect(sheet(page)).toHaveCount(0);
    },
  },
  {
    title: 'the network is lost before the payment: the wallet’s dialog, nothing is charged',
    books: NOTHING,
    prepare: ({ page }) => page.route(operation('cartPaymentUpdate'), (route) => route.abort('failed')),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await pay(page);
      await expect(dialog(page)).toContainText('Došlo k problému s peněženkou Apple Pay.');
      await expect(sheet(page)).toHaveCount(0);
    },
  },
  {
    title: '[B.03] the answer is lost on its way: the same token finds the order, one charge',
    books: BOUGHT,
    prepare: ({ page }) =>
      page.route(
        operation('cartSubmitForCompletion'),
        async (route) => {
          await route.fetch();
          await route.abort('connectionreset');
        },
        { times: 1 },
      ),
    run: async (scene) => {
      await press(scene.page, scene.placement);
      await payShown(scene);
    },
  },
  {
    title: '[5.07] a street that cannot be right: told at its field, and mended by another contact',
    books: BOUGHT,
    prepare: ({ page }) => preset(page, { buyer: 'emoji' }),
    run: async (scene) => {
      const { page, placement } = scene;
      await press(page, placement);
      await pay(page);
      await expect(sheetErrors(page).first()).toContainText(/emoji/i);
      await expect(sheetErrors(page).first()).toHaveAttribute('data-fields', /addressLines/);
      await expect(sheet(page).getByRole('button', { name: 'Zaplatit' })).toBeDisabled();
      await choose(page, 'Kupující', 'cz');
      await payShown(scene);
    },
  },
  {
    title: '[5.08] an address that is not served: said in the sheet, which goes on with another one',
    books: BOUGHT,
    prepare: ({ page }) => preset(page, { buyer: 'mx' }),
    run: async (scene) => {
      const { page, placement } = scene;
      await press(page, placement);
      await expect(sheetErrors(page)).toBeVisible();
      await expect(sheet(page).getByRole('button', { name: 'Zaplatit' })).toBeDisabled();
      await choose(page, 'Kupující', 'cz');
      await payShown(scene);
    },
  },
  {
    title: '[5.08] a coupon: a wrong one is said to be, a right one is taken off and paid so',
    books: BOUGHT,
    run: async (scene) => {
      const { page, placement } = scene;
      await press(page, placement);
      await sheetReady(page);
      const before = await total(page);
      await enterCoupon(page, 'NEEXISTUJE');
      await expect(sheetErrors(page)).toBeVisible();
      await enterCoupon(page, 'SOJKA100');
      await expect.poll(() => total(page)).toBe(before - 10_000);
      await payShown(scene);
    },
  },
  {
    title: '[4.17] slow past the deadline: the sheet is told after 27 s, nothing is charged',
    books: NOTHING,
    prepare: async ({ page }) => {
      await page.clock.install();
      await page.route(operation('cartPaymentUpdate'), () => new Promise(() => undefined));
    },
    run: async ({ page, placement }) => {
      await press(page, placement);
      const held = page.waitForRequest(operation('cartPaymentUpdate'));
      await pay(page);
      await held;
      await page.clock.fastForward(28_000);
      await expect(sheetErrors(page)).toHaveText('Odpověď trvala příliš dlouho. Zkuste to prosím znovu.');
    },
  },
  {
    title: '[4.09] another currency than the page promised: the checkout with its notice',
    books: NOTHING,
    run: async ({ page, placement }) => {
      await expect(walletButton(page, placement)).toBeEnabled();
      await page.locator(placement.element).evaluate((element) => {
        element.setAttribute('buyer-currency', 'EUR');
      });
      await press(page, placement);
      await page.waitForURL((url) => url.searchParams.has('wallet_currency_change'));
    },
  },
];

test.use({ shopOptions: { googlePay: false, applePay: true } });

for (const placement of placements)
  test.describe(`Apple Pay on the ${placement.name} page`, () => {
    const isProduct = placement.name === 'product';
    for (const [at, { title, books, prepare, run }] of scenarios.entries())
      test(title, onPhones(isProduct || at === 0), async ({ page, shop }) => {
        const scene = { page, shop, placement };
        const before = await availability(shop, product);
        await prepare?.(scene);
        await openOffered(page, placement, product);
        await run(scene);
        await assertBooks(shop, product, before, books);
      });

    test(
      '[4.26] its script is not there: another way is offered',
      onPhones(isProduct),
      async ({ page, shop }) => {
        const before = await availability(shop, product);
        await page.route(SDK, (route) => route.fulfill({ status: 404, body: '' }));
        await placement.open(page, product);
        if (placement.name === 'product')
          await expect(page.getByRole('button', { name: 'Koupit teď' })).toBeEnabled();
        await expect(walletButton(page, placement)).toHaveCount(0);
        await assertBooks(shop, product, before, NOTHING);
      },
    );
  });

const [onProduct] = placements as [Placement];

for (const flaw of ['stale', 'tampered', 'foreign_root', 'other_merchant'])
  test(
    `a token that is ${flaw} is not believed: said in the sheet, nothing is charged`,
    onPhones(false),
    async ({ page, shop }) => {
      const before = await availability(shop, product);
      await preset(page, { flaw });
      await openOffered(page, onProduct, product);
      await press(page, onProduct);
      await pay(page);
      await expect(sheetErrors(page)).toHaveText('Platbu se nepodařilo provést. Zvolte prosím jinou kartu.');
      await assertBooks(shop, product, before, NOTHING);
    },
  );

test('[4.12] goods that go nowhere: no address is asked for, and they are bought', async ({ page, shop }) => {
  await openOffered(page, onProduct, goods.digital);
  await press(page, onProduct);
  await sheetReady(page);
  await expect(sheet(page).getByRole('group')).toHaveCount(0);
  await payShown({ page, shop, placement: onProduct });
});
