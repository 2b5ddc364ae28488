import type { Page } from '@playwright/test';
import { accessibilityFaults } from './accessibility.js';
import { agreeing, openWindow, windowReady } from './paypal.js';
import { press, walletButton } from './placements.js';
import { hold, operation } from './routes.js';
import { dialog, NOTHING, type Scenario, type ScenarioContext } from './scenario.js';
import { expect } from './test.js';
import { silentlyOver } from './wallet-scenarios.js';

const cancelled: Scenario = {
  title: '[4.20] cancelled or closed with an order in the window: no message, and the button works again',
  books: NOTHING,
  everywhere: true,
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
};

/** While the window is open the page is covered; the overlay brings the window back, or cancels. */
const covered: Scenario = {
  title: '[4.20] while the window is open, an overlay shows it again or cancels: no message',
  books: NOTHING,
  run: async (scene) => {
    const { page, placement } = scene;
    const window = await openWindow(page, placement);
    await windowReady(window);
    await expect(dialog(page)).toHaveAccessibleName(/^Platíte v\sokně služby (PayPal|Venmo)$/);
    await expect(page.getByRole('button', { name: 'Zobrazit okno' })).toBeFocused();
    expect(await accessibilityFaults(page)).toEqual([]);
    // Every page of a test has the focus, so the window says when it was asked to come to the front.
    await window.evaluate(() => {
      globalThis.focus = () => {
        document.documentElement.dataset['shown'] = '';
      };
    });
    await page.keyboard.press('Enter');
    await expect(window.locator('html[data-shown]')).toBeAttached();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Zrušit platbu' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => window.isClosed()).toBe(true);
    await silentlyOver(scene);
  },
};

const closedEarly: Scenario = {
  title: '[4.20] closed before there is an order: no message',
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
};

const closedAgreeing: Scenario = {
  title: '[4.20] closed while the approval is pending: no message, nothing is charged',
  books: NOTHING,
  run: async (scene) => {
    const { page, placement } = scene;
    const approval = '**/sandbox/paypal/orders/*/approve';
    await page.context().route(approval, () => new Promise(() => undefined));
    const window = await openWindow(page, placement);
    await windowReady(window);
    const sent = window.waitForRequest(approval);
    await agreeing(window).click();
    await sent;
    await window.close();
    await silentlyOver(scene);
  },
};

/** The buyer closes the window, at various times. */
export const closedAtEveryStep: readonly Scenario[] = [cancelled, covered, closedEarly, closedAgreeing];

/** By keyboard alone: the dialog's first Tab stop continues the purchase, and Tab stays inside. */
async function goOn(page: Page): Promise<void> {
  const link = dialog(page).getByRole('link', { name: 'Pokračovat do pokladny' });
  await expect(link).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Zavřít', exact: true })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/checkout\//);
  await expect(page.getByRole('radio', { name: /kart/i })).toBeVisible();
}

/** In the checkout the dialog has no button to continue. */
async function stay({ page, placement }: ScenarioContext): Promise<void> {
  await expect(dialog(page).getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(walletButton(page, placement)).toBeEnabled();
}

/** The browser blocks the window. */
export const blocked = (account: string): Scenario => ({
  title: '[4.19] [4.20] the window is blocked: a dialog names it and offers the checkout',
  books: NOTHING,
  prepare: ({ page }) =>
    page.addInitScript(() => {
      window.open = () => null;
    }),
  run: async (scene) => {
    const { page, placement } = scene;
    await press(page, placement);
    await expect(dialog(page)).toContainText(`Okno služby ${account} se neotevřelo`);
    await expect(dialog(page)).toContainText('v pokladně zaplaťte jinak');
    if (placement.name === 'checkout') await stay(scene);
    else await goOn(page);
  },
});
