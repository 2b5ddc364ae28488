import type { Page, Route } from '@playwright/test';
import { assertBooks, type Books } from './support/books.js';
import { confirmedOrder } from './support/buyer.js';
import { offeredDelivery, orderElsewhere } from './support/elsewhere.js';
import {
  cancel,
  chooseCard,
  operation,
  pay,
  presetBuyer,
  SDK,
  sheet,
  sheetError,
  sheetReady,
  watchCart,
} from './support/google-pay.js';
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

/** One way in which a purchase with Google Pay can go. */
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

/** The checkout, reached with one of the flags that say why. */
async function decelerated(page: Page, flag: string): Promise<void> {
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/') && url.searchParams.has(flag));
  await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible();
}

/** Answers a route once with something else; later requests go through. */
async function once(page: Page, pattern: string, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(pattern, answer, { times: 1 });
}

const submitResult = (result: Record<string, unknown>) => (route: Route) =>
  route.fulfill({ json: { data: { cartSubmitForCompletion: { result, userErrors: [] } } } });

/** The price on the page, so that the test knows when the shop has taken the new feed in. */
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
    title: '[1.06] [4.22] [4.23] [B.03] approved: one order, one charge of what the sheet showed',
    books: BOUGHT,
    run: async ({ page, placement, shop }) => {
      await press(page, placement);
      await sheetReady(page);
      const shown = (await sheet(page).innerText()).replace(/\D/g, '');
      await pay(page);
      const number = await confirmedOrder(page);
      const [order] = shop.orders();
      expect(order?.number).toBe(number);
      expect(shown).toContain(order?.total.replace('.00', ''));
    },
  },
  {
    title: '[8.07] declined: the sheet says so and another card pays',
    books: BOUGHT,
    prepare: ({ page }) => presetBuyer(page, { card: 'decline' }),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await pay(page);
      await expect(sheetError(page)).toHaveText('Platbu se nepodařilo provést. Zvolte prosím jinou kartu.');
      await chooseCard(page, 'approve');
      await pay(page);
      await confirmedOrder(page);
    },
  },
  {
    title: 'challenged: confirmed in the bank, then ordered',
    books: BOUGHT,
    prepare: ({ page }) => presetBuyer(page, { card: 'challenge' }),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await pay(page);
      await page.getByRole('button', { name: 'Potvrdit platbu' }).click({ timeout: 30_000 });
      await confirmedOrder(page);
    },
  },
  {
    title: '[8.06] cancelled: silent, and the button works again',
    books: NOTHING,
    run: async ({ page, placement }) => {
      await press(page, placement);
      await sheetReady(page);
      await cancel(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(walletButton(page, placement)).toBeEnabled();
      await press(page, placement);
      await sheetReady(page);
      await cancel(page);
    },
  },
  {
    title: '[4.24] slow past the deadline: the sheet is told after 27 s, nothing is charged',
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
      // The emulation, too, has an error of its own for a shop that is silent.
      await expect(sheetError(page)).toHaveText('Odpověď trvala příliš dlouho. Zkuste to prosím znovu.');
    },
  },
  {
    title: '[5.08] an address that is not served: said in the sheet',
    books: NOTHING,
    prepare: ({ page }) => presetBuyer(page, { buyer: 'mx' }),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await expect(sheetError(page)).toBeVisible();
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
      // Heavier than the post carries, not too heavy for the courier.
      shop.restock(product.handle, { 'Variant Grams': '31000' });
      await expect.poll(() => offeredDelivery(shop, cart.id())).not.toContain('balik-do-ruky');
      await pay(page);
      await expect
        .poll(async () => (await sheetError(page).isVisible()) || /[?&]wallet_/.test(page.url()))
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
  {
    title: '[4.09] another currency than the page promised: the checkout with its notice',
    books: NOTHING,
    run: async ({ page, placement }) => {
      await expect(walletButton(page, placement)).toBeEnabled();
      await page.locator(placement.element).evaluate((element) => {
        element.setAttribute('buyer-currency', 'EUR');
      });
      await press(page, placement);
      await decelerated(page, 'wallet_currency_change');
      await expect(
        page.getByText('Váš košík a měna byly aktualizovány na základě dodací země.'),
      ).toBeVisible();
    },
  },
  {
    title: '[8.11] sold out meanwhile: said in the sheet or the checkout, nothing charged',
    books: NOTHING,
    run: async ({ page, placement, shop }) => {
      await press(page, placement);
      await sheetReady(page);
      await changed(shop, product.handle, 'Variant Inventory Qty', '0', /Vyprodáno/);
      await pay(page);
      await expect(sheetError(page)).toContainText('Tato položka již není k dispozici.');
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
      await expect(sheetError(page)).toBeVisible();
      await cancel(page);
      await expect(dialog(page)).toContainText('Došlo k problému s peněženkou Google Pay.');
    },
  },
  {
    title: '[B.03] the answer is lost on its way: the same token finds the order, one charge',
    books: BOUGHT,
    prepare: ({ page }) =>
      once(page, operation('cartSubmitForCompletion'), async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      }),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await pay(page);
      await confirmedOrder(page);
    },
  },
];

/** What happens where Google Pay cannot be offered at all. */
const absences: readonly { readonly title: string; readonly prepare: (page: Page) => Promise<unknown> }[] = [
  {
    title: '[4.26] its authorisation has expired',
    prepare: (page) => page.clock.setFixedTime(Date.now() + 48 * 60 * 60 * 1000),
  },
  {
    title: '[4.25] its script is not there',
    prepare: (page) => page.route(SDK, (route) => route.fulfill({ status: 404, body: '' })),
  },
  {
    title: '[4.25] its script hangs',
    prepare: (page) => page.route(SDK, () => new Promise(() => undefined)),
  },
];

test.use({ shopOptions: { googlePay: true } });

for (const placement of placements) {
  test.describe(`Google Pay on the ${placement.name} page`, () => {
    const isProduct = placement.name === 'product';
    for (const [at, { title, books, prepare, run }] of scenarios.entries())
      test(title, onPhones(isProduct || at === 0), async ({ page, shop }) => {
        const scene = { page, shop, placement };
        const before = await availability(shop, product);
        await prepare?.(scene);
        await openOffered(page, placement, product);
        await run(scene);
        const stock = title.startsWith('[8.11]') ? 0 : before;
        await assertBooks(shop, product, stock, books);
      });

    for (const { title, prepare } of absences)
      test(`${title}: another way is offered, with a reason`, onPhones(isProduct), async ({ page, shop }) => {
        await page.addInitScript(() => {
          const reasons: unknown[] = [];
          Object.assign(window, { reasons });
          addEventListener('accelerated-checkout:unavailable', (event) => {
            reasons.push((event as CustomEvent<{ reason: unknown }>).detail.reason);
          });
        });
        const before = await availability(shop, product);
        await prepare(page);
        await placement.open(page, product);
        await expect
          .poll(() => page.evaluate(() => (window as unknown as { reasons: unknown[] }).reasons.length), {
            timeout: 15_000,
          })
          .toBeGreaterThan(0);
        await expect(walletButton(page, placement)).toHaveCount(0);
        if (placement.name === 'product')
          await expect(page.getByRole('button', { name: 'Koupit teď' })).toBeEnabled();
        await assertBooks(shop, product, before, NOTHING);
      });
  });
}
