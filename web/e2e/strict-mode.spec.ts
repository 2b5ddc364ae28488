import type { Page } from '@playwright/test';
import { alive } from './support/alive.js';
import { confirmedOrder } from './support/buyer.js';
import { cancel, pay, sheetReady } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { openOffered, placements, press, walletButton, type Placement } from './support/placements.js';
import { addReact } from './support/react/build.js';
import type { ReactTree } from './support/react/tree.js';
import { runs } from './support/selection.js';
import { expect, test } from './support/test.js';

test.use({ shopOptions: { googlePay: true } });

type Strict = typeof globalThis & { reactTree: ReactTree; unmount?: () => void };

/** Replaces the page's element with a React application that contains it. */
async function takeOver(page: Page, placement: Placement): Promise<void> {
  await addReact(page);
  await openOffered(page, placement, goods.plain);
  await page.locator(placement.element).evaluate((element) => {
    const { reactTree } = globalThis as Strict;
    const place = element.parentElement;
    if (place === null) throw new Error('the element has no place');
    const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
    element.remove();
    const mount = () => reactTree.mount(place, element.localName, attributes);
    Object.assign(globalThis, { unmount: mount(), mount });
  });
}

/** Unmounts the application and mounts another, repeatedly. */
async function remount(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    const strict = globalThis as Strict & { mount: () => () => void };
    for (let round = 0; round < count; round += 1) {
      strict.unmount?.();
      strict.unmount = strict.mount();
      await new Promise((done) => setTimeout(done, round % 10 === 0 ? 60 : 4));
    }
  }, times);
}

for (const placement of placements) {
  const once = runs({ release: placement.name !== 'product' });
  test(
    `[B.05] [B.10] in React's strict mode the ${placement.name} page has one button, which pays once`,
    once,
    async ({ page, shop }) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      await takeOver(page, placement);
      await expect(walletButton(page, placement)).toHaveCount(1);
      expect(await page.evaluate(() => (globalThis as Strict).reactTree.effects())).toBe(2);
      await page.evaluate(() => {
        (globalThis as Strict).reactTree.replaceAll();
      });
      await expect(walletButton(page, placement)).toHaveCount(1);
      await press(page, placement);
      await sheetReady(page);
      await cancel(page);
      await press(page, placement);
      await pay(page);
      await confirmedOrder(page);
      expect(shop.orders()).toHaveLength(1);
      expect(problems).toEqual([]);
    },
  );

  test(
    `[B.05] [B.10] mounting and unmounting strict applications on the ${placement.name} page leaks nothing`,
    once,
    async ({ page }) => {
      test.slow();
      await takeOver(page, placement);
      const session = await page.context().newCDPSession(page);
      await remount(page, 10);
      await expect(walletButton(page, placement)).toBeEnabled();
      const before = await alive(session);
      await remount(page, 60);
      await expect(walletButton(page, placement)).toBeEnabled();
      // Some may still wait for a timer. 60 leaking applications would leave hundreds permanently.
      await expect.poll(async () => (await alive(session)).listeners - before.listeners).toBeLessThan(40);
      await expect.poll(async () => (await alive(session)).nodes - before.nodes).toBeLessThan(50);
    },
  );
}

test('[B.05] [B.10] a separate wallet button is drawn once in strict mode', async ({ page }) => {
  await addReact(page);
  await placements[0]?.open(page, goods.plain);
  await page.evaluate(() => {
    (globalThis as Strict).reactTree.mount(document.body, 'pay-wallet-button', { wallet: 'google_pay' });
    (globalThis as Strict).reactTree.replaceAll();
  });
  const button = page.locator('body > div > pay-wallet-button');
  await expect(button).toHaveCount(1);
  await expect(button.getByRole('button', { name: /Google Pay/ })).toHaveCount(1);
});
