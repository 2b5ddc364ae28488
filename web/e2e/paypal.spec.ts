import { fillContactAndAddress, openProduct, shopIn } from './support/buyer.js';
import { assertBooks } from './support/books.js';
import { goods } from './support/goods.js';
import {
  agree,
  agreeing,
  choose,
  chooseBrought,
  inCheckout,
  openWindow,
  orderShown,
  SDK,
  windowParts,
  windowReady,
  windowTotal,
} from './support/paypal.js';
import { offered, openOffered, placements, press, walletButton } from './support/placements.js';
import { hold, operation } from './support/routes.js';
import { BOUGHT, dialog, NOTHING, product, type Absence, type Scenario } from './support/scenario.js';
import { availability } from './support/stock.js';
import { due, excess, minorOf, unfoldSummary } from './support/sums.js';
import { expect, test } from './support/test.js';
import { tryEverywhere } from './support/wallet-matrix.js';
import { silentlyOver } from './support/wallet-scenarios.js';

const PPL = /PPL/;
const GENERIC = 'Došlo k problému s peněženkou PayPal.';

const scenarios: readonly Scenario[] = [
  {
    title:
      '[1.06] [4.19] [4.14] [7.09] [B.03] approved: the checkout goes on, one order, one charge of what it shows',
    books: BOUGHT,
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
  {
    title: '[4.20] cancelled in the window: silent, and the button works again',
    books: NOTHING,
    run: async (scene) => {
      const { page, placement } = scene;
      const window = await openWindow(page, placement);
      await windowReady(window);
      await window.getByRole('button', { name: 'Zrušit' }).click();
      await silentlyOver(scene);
      const again = await openWindow(page, placement);
      await windowReady(again);
      await again.close();
      await silentlyOver(scene);
    },
  },
  {
    title: '[4.20] closed before there is an order: silent',
    books: NOTHING,
    prepare: ({ page }) => hold(page, operation('paypalTokenCreate')),
    run: async (scene) => {
      const { page, placement } = scene;
      const asked = page.waitForRequest(operation('paypalTokenCreate'));
      const window = await openWindow(page, placement);
      await asked;
      await expect(window.getByRole('status')).toHaveText(/Chvíli strpení/);
      await window.close();
      await silentlyOver(scene);
    },
  },
  {
    title: '[4.20] the window fails: the wallet’s dialog',
    books: NOTHING,
    run: async ({ page, placement }) => {
      const window = await openWindow(page, placement);
      await windowReady(window);
      await choose(window, 'Co se stane', 'error');
      await agree(window);
      await expect(dialog(page)).toContainText(GENERIC);
    },
  },
  {
    title: '[4.20] no order at PayPal: the window closes, the wallet’s dialog',
    books: NOTHING,
    prepare: ({ page }) =>
      page.route(operation('paypalTokenCreate'), (route) => route.fulfill({ status: 500, body: '' })),
    run: async ({ page, placement }) => {
      const window = await openWindow(page, placement);
      await expect(dialog(page)).toContainText(GENERIC);
      await expect.poll(() => window.isClosed()).toBe(true);
    },
  },
  {
    title: '[4.19] the window is blocked: said by its name, and the plain checkout is the way on',
    books: NOTHING,
    prepare: ({ page }) =>
      page.addInitScript(() => {
        window.open = () => null;
      }),
    run: async ({ page, placement }) => {
      await press(page, placement);
      await expect(dialog(page)).toContainText('Okno služby PayPal se neotevřelo');
      await expect(dialog(page)).toContainText('pokračujte do pokladny');
      await page.getByRole('button', { name: 'Zavřít', exact: true }).click();
      await expect(walletButton(page, placement)).toBeEnabled();
    },
  },
  {
    title: '[4.19] [7.09] the network is gone after the approval: the order is found again, one charge',
    books: BOUGHT,
    prepare: ({ page }) =>
      page.route(operation('paypalBuyerDetailsFetch'), (route) => route.abort('internetdisconnected'), {
        times: 2,
      }),
    run: async ({ page, placement, shop }) => {
      await agree(await openWindow(page, placement));
      await inCheckout(page);
      await chooseBrought(page, PPL);
      await orderShown(page, shop);
    },
  },
  {
    title: '[4.19] approved twice: one order, one charge',
    books: BOUGHT,
    run: async ({ page, placement, shop }) => {
      await agree(await openWindow(page, placement));
      await inCheckout(page);
      const [, , checkout] = placements;
      if (checkout === undefined) throw new Error('no checkout');
      await offered(page, checkout);
      const again = page.waitForEvent('domcontentloaded');
      await agree(await openWindow(page, checkout));
      await again;
      await inCheckout(page);
      await chooseBrought(page, PPL);
      await orderShown(page, shop);
    },
  },
  {
    title: '[7.09] the price changes after the approval: refused, and nothing is charged',
    books: NOTHING,
    run: async ({ page, placement, shop }) => {
      await agree(await openWindow(page, placement));
      await inCheckout(page);
      await chooseBrought(page, PPL);
      shop.restock(product.handle, { 'Variant Price': '777' });
      await expect
        .poll(async () =>
          (await (await fetch(`${shop.origin}/products/${product.handle}`)).text()).includes('777'),
        )
        .toBe(true);
      await page.getByRole('button', { name: 'Objednávka zavazující k platbě' }).click();
      await expect(
        page
          .getByRole('alert')
          .filter({ hasText: /částk|cen/i })
          .first(),
      ).toBeVisible();
      await expect(page).not.toHaveURL(/confirmation/);
    },
  },
  {
    title: '[7.09] declined at PayPal: the checkout says so, nothing is charged',
    books: NOTHING,
    run: async ({ page, placement }) => {
      const window = await openWindow(page, placement);
      await windowReady(window);
      await choose(window, 'Co se stane', 'decline');
      await agree(window);
      await inCheckout(page);
      await chooseBrought(page, PPL);
      await page.getByRole('button', { name: 'Objednávka zavazující k platbě' }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
      await expect(page).not.toHaveURL(/confirmation/);
    },
  },
  {
    title: '[7.24] a theme’s own PayPal stays what it was',
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
    title: '[4.25] its script is not there',
    prepare: (page) => page.route(SDK, (route) => route.fulfill({ status: 404, body: '' })),
  },
];

test.use({ shopOptions: { googlePay: false, payPal: true } });

tryEverywhere({ wallet: { name: 'PayPal' }, scenarios, absences });

const [productPage, cartPage, checkoutPage] = placements;
if (!productPage || !cartPage || !checkoutPage) throw new Error('placements are missing');

test('[4.19] what is not shipped is paid by account, too', async ({ page, shop }) => {
  await openOffered(page, productPage, goods.digital);
  await agree(await openWindow(page, productPage));
  await inCheckout(page);
  await fillContactAndAddress(page);
  await orderShown(page, shop);
});

test('[4.19] a free cart opens no order at PayPal: the checkout orders it', async ({ page, shop }) => {
  await openOffered(page, checkoutPage, product);
  await unfoldSummary(page);
  await page.getByRole('textbox', { name: /Slevový kód/ }).fill('DAREK-VNUCKA-2026');
  await page.getByRole('button', { name: 'Použít' }).click();
  await expect.poll(async () => minorOf(await due(page).innerText())).toBe('000');
  const window = await openWindow(page, checkoutPage);
  await expect.poll(() => window.isClosed()).toBe(true);
  await page.waitForURL(/storefront_wallet/);
  await expect(page.getByText('Není co platit')).toBeVisible();
  expect(shop.orders()).toEqual([]);
});

test('[5.15] [7.09] a subscription is paid by an account that is kept', async ({ page, shop }) => {
  await openProduct(page, goods.planned.handle);
  await page.getByRole('radio', { name: /^Každý týden/ }).check();
  await offered(page, productPage);
  await agree(await openWindow(page, productPage));
  await inCheckout(page);
  await chooseBrought(page, PPL);
  await orderShown(page, shop);
  const details =
    shop
      .orders()[0]
      ?.timeline.map(({ detail }) => detail ?? '')
      .join() ?? '';
  expect(details).toMatch(/plans 1, mandate (?!none)\S+/);
});

test('[7.09] Venmo for a buyer in the United States who pays in dollars', async ({ page, shop }) => {
  await openProduct(page, product.handle);
  const before = await availability(shop, product);
  await shopIn(page, /^Spojené státy/);
  await cartPage.open(page, product);
  const venmo = page.locator(cartPage.element).getByRole('button', { name: 'Venmo' });
  await expect(venmo).toBeEnabled();
  const opening = page.waitForEvent('popup');
  await venmo.click();
  const window = await opening;
  await expect(window.getByLabel('Kupující').locator('option')).toHaveText(['John Miller']);
  await agree(window);
  await inCheckout(page, 'Venmo');
  // PayPal never says whether a number carries its country's code: one that cannot be told is asked for.
  await page.getByLabel('Telefon').fill('+1 415 555 0132');
  // The one way there is has been chosen already.
  await expect(page.getByRole('radio', { name: /Letecky/ })).toBeChecked();
  await expect.poll(() => excess(page)).toBe(0);
  await orderShown(page, shop);
  expect(shop.orders()[0]?.currency).toBe('USD');
  await assertBooks(shop, product, before, BOUGHT);
});

test('[4.19] the buyer who approved and lost the page finds the account in the checkout', async ({
  page,
}) => {
  await openOffered(page, checkoutPage, product);
  const url = page.url();
  const window = await openWindow(page, checkoutPage);
  await windowReady(window);
  // The page goes before it hears of the approval: the window goes with it, but the approval has been sent.
  await page.route(operation('paypalBuyerDetailsFetch'), () => new Promise(() => undefined));
  const asked = page.waitForRequest(operation('paypalBuyerDetailsFetch'));
  await agreeing(window).click();
  await asked;
  await page.goto(url);
  await expect(page.getByRole('radio', { name: /PayPal/ })).toBeChecked();
});
