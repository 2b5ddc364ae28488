import type { Page } from '@playwright/test';
import { confirmedOrder } from './buyer.js';
import { press, walletButton } from './placements.js';
import { counted, hold, once, operation } from './routes.js';
import { BOUGHT, NOTHING, type Absence, type Scenario, type ScenarioContext } from './scenario.js';
import { expect } from './test.js';
import type { Wallet } from './wallet.js';

/** Asserts that no message appears and the button works again. */
export async function silentlyOver({ page, placement }: ScenarioContext): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(walletButton(page, placement)).toBeEnabled();
}

/** Pays the amount that the wallet shows. Asserts that the order has the same total. */
export async function payShown(
  { sheetReady, total, pay }: Wallet,
  { page, shop }: ScenarioContext,
): Promise<void> {
  await sheetReady(page);
  const shown = await total(page);
  await pay(page);
  const number = await confirmedOrder(page);
  const [order] = shop.orders();
  expect(order?.number).toBe(number);
  expect(order?.total.replace('.', '')).toBe(String(shown));
}

/** Waits for the checkout with one of the flags in its URL. */
export async function decelerated(page: Page, flag: string): Promise<void> {
  await page.waitForURL((url) => url.pathname.startsWith('/checkout/') && url.searchParams.has(flag));
  await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible();
}

/** The bank declines a card. `rows` is the title's prefix, here and below. */
export const declined = (rows: string, wallet: Wallet): Scenario => ({
  title: `${rows} declined: the sheet says so and another card pays`,
  books: BOUGHT,
  everywhere: true,
  prepare: ({ page }) => wallet.preset(page, { card: 'decline' }),
  run: async (scene) => {
    const { page, placement } = scene;
    await press(page, placement);
    await wallet.pay(page);
    await expect(wallet.sheetErrors(page)).toHaveText(
      'Platbu se nepodařilo provést. Zvolte prosím jinou kartu.',
    );
    await wallet.chooseCard(page, 'approve');
    await payShown(wallet, scene);
  },
});

/** The buyer cancels. */
export const cancelled = (rows: string, wallet: Wallet): Scenario => ({
  title: `${rows} cancelled: no message, personal data removed, and the button works again`,
  books: NOTHING,
  everywhere: true,
  run: async (scene) => {
    const { page, placement } = scene;
    const removals = counted(page, 'cartRemovePersonalData');
    await press(page, placement);
    await wallet.sheetReady(page);
    await wallet.cancel(page);
    await silentlyOver(scene);
    await expect.poll(removals.count).toBe(1);
    await press(page, placement);
    await wallet.sheetReady(page);
    await wallet.cancel(page);
  },
});

/** The shop answers after the wallet's deadline. */
export const slow = (rows: string, { pay, sheetErrors }: Wallet): Scenario => ({
  title: `${rows} slower than the deadline: an error in the sheet after 27 s, nothing is charged`,
  books: NOTHING,
  prepare: async ({ page }) => {
    await page.clock.install();
    await hold(page, operation('cartPaymentUpdate'));
  },
  run: async ({ page, placement }) => {
    await press(page, placement);
    const held = page.waitForRequest(operation('cartPaymentUpdate'));
    await pay(page);
    await held;
    await page.clock.fastForward(28_000);
    // The emulation also has its own error for a missing answer.
    await expect(sheetErrors(page)).toHaveText('Odpověď trvala příliš dlouho. Zkuste to prosím znovu.');
  },
});

/** The order is created, but the answer does not reach the browser. */
export const answerLost = (rows: string, wallet: Wallet): Scenario => ({
  title: `${rows} the answer is lost on its way: the same token finds the order, one charge`,
  books: BOUGHT,
  prepare: ({ page }) =>
    once(page, operation('cartSubmitForCompletion'), async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    }),
  run: async (scene) => {
    await press(scene.page, scene.placement);
    await payShown(wallet, scene);
  },
});

/** The cart's currency differs from the page's. */
export const currencyChanged = (rows: string): Scenario => ({
  title: `${rows} another currency than the page promised: the checkout with its notice`,
  books: NOTHING,
  run: async ({ page, placement }) => {
    await expect(walletButton(page, placement)).toBeEnabled();
    await page.locator(placement.element).evaluate((element) => {
      element.setAttribute('buyer-currency', 'EUR');
    });
    await press(page, placement);
    await decelerated(page, 'wallet_currency_change');
    await expect(page.getByText('Váš košík a měna byly aktualizovány na základě dodací země.')).toBeVisible();
  },
});

/** The wallet's script cannot be loaded. */
export const scriptMissing = (rows: string, script: string): Absence => ({
  title: `${rows} its script cannot be loaded`,
  prepare: (page) => page.route(script, (route) => route.fulfill({ status: 404, body: '' })),
});

/** The wallet's script is never answered. */
export const scriptHangs = (rows: string, script: string): Absence => ({
  title: `${rows} its script hangs`,
  prepare: (page) => hold(page, script),
});
