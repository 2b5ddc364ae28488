import type { Page } from '@playwright/test';
import { alive, countRunning, running } from './support/alive.js';
import { cancel, pay, sheet, sheetReady } from './support/google-pay.js';
import { confirmedOrder } from './support/buyer.js';
import { goods } from './support/goods.js';
import { offered, openOffered, placements, press, walletButton } from './support/placements.js';
import { runs } from './support/selection.js';
import { expect, test } from './support/test.js';

test.use({ shopOptions: { googlePay: true } });

const product = goods.plain;

/** Emulates a slow phone: slow 4G and a processor four times slower. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 750e3 / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Every layout shift since navigation, with the moved elements. */
function shifts(page: Page): Promise<{ value: number; nodes: string[] }[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          resolve(
            list.getEntries().map((entry) => {
              const shift = entry as PerformanceEntry & {
                value: number;
                sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
              };
              return {
                value: shift.value,
                nodes: shift.sources.map(
                  ({ node, previousRect, currentRect }) =>
                    `${node instanceof Element ? `${node.nodeName}.${node.className}` : 'gone'} from ${previousRect.top} to ${currentRect.top}`,
                ),
              };
            }),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => {
          resolve([]);
        }, 1000);
      }),
  );
}

for (const placement of placements) {
  const once = runs({ release: placement.name !== 'product' });
  test(
    `[B.01] nothing moves on the ${placement.name} page while a slow phone loads it and opens its wallet`,
    runs({ phone: true }),
    async ({ page }) => {
      test.slow();
      await placement.open(page, product);
      await slowDown(page);
      await page.reload();
      await offered(page, placement);
      expect(await shifts(page)).toEqual([]);
      await press(page, placement);
      await sheetReady(page);
      expect(await shifts(page)).toEqual([]);
    },
  );

  test(
    `[4.02] [B.09] back from another page, the ${placement.name} page's wallet opens again`,
    once,
    async ({ page }) => {
      await openOffered(page, placement, product);
      await press(page, placement);
      await sheetReady(page);
      await page.goto('/policies/obchodni-podminky');
      await page.goBack();
      await offered(page, placement);
      await press(page, placement);
      await sheetReady(page);
      await cancel(page);
    },
  );

  test(
    `[B.05] a wallet element moved within the ${placement.name} page still pays, once`,
    once,
    async ({ page, shop }) => {
      await openOffered(page, placement, product);
      await page.locator(placement.element).evaluate((element) => {
        const { parentElement } = element;
        for (let move = 0; move < 5; move += 1) parentElement?.append(element);
      });
      await press(page, placement);
      await pay(page);
      await confirmedOrder(page);
      expect(shop.orders()).toHaveLength(1);
    },
  );

  test(
    `two instances on the ${placement.name} page: both work, one sheet at a time`,
    once,
    async ({ page }) => {
      await openOffered(page, placement, product);
      await page.locator(placement.element).evaluate((element) => {
        const copy = document.createElement(element.localName);
        for (const { name, value } of element.attributes) copy.setAttribute(name, value);
        element.after(copy);
      });
      const buttons = walletButton(page, placement);
      await expect(buttons).toHaveCount(2);
      for (const at of [0, 1]) {
        await expect(buttons.nth(at)).toBeEnabled();
        await buttons.nth(at).click();
        await sheetReady(page);
        await expect(sheet(page)).toHaveCount(1);
        await cancel(page);
      }
    },
  );
}

/** Inserts and removes the element repeatedly, waiting each time until it is ready or gone. */
function remount(page: Page, tag: string, times: number): Promise<void> {
  return page.evaluate(
    async ([name, count]) => {
      const tick = (milliseconds: number): Promise<void> =>
        new Promise((done) => setTimeout(done, milliseconds));
      const original = document.querySelector(name);
      if (original === null) throw new Error(`${name} is not on the page`);
      const place = original.parentElement;
      const attributes = [...original.attributes].map(({ name: key, value }) => [key, value] as const);
      original.remove();
      for (let mount = 0; mount < count; mount += 1) {
        const element = document.createElement(name);
        for (const [key, value] of attributes) element.setAttribute(key, value);
        place?.append(element);
        await tick(mount % 10 === 0 ? 60 : 4);
        element.remove();
        await tick(1);
      }
      const last = document.createElement(name);
      for (const [key, value] of attributes) last.setAttribute(key, value);
      place?.append(last);
      await tick(300);
    },
    [tag, times] as const,
  );
}

for (const placement of placements)
  test(
    `200 mounts and unmounts on the ${placement.name} page leak nothing`,
    runs({ release: placement.name !== 'product' }),
    async ({ page }) => {
      test.slow();
      await countRunning(page);
      await openOffered(page, placement, product);
      const globals = (): Promise<string[]> => page.evaluate(() => Object.keys(window).sort());
      const session = await page.context().newCDPSession(page);
      await remount(page, placement.element, 20);
      await expect(walletButton(page, placement)).toBeEnabled();
      const before = await alive(session);
      const [namesBefore, runningBefore] = [await globals(), await running(page)];
      await remount(page, placement.element, 200);
      await expect(walletButton(page, placement)).toBeEnabled();
      const after = await alive(session);
      expect(await globals()).toEqual(namesBefore);
      expect(runningBefore.observers).toBeGreaterThan(0);
      await expect.poll(() => running(page)).toEqual(runningBefore);
      expect(await page.locator('iframe').count()).toBe(
        0 + (await page.locator('iframe[src*="hosted-fields"]').count()),
      );
      // A few may still wait for a timer. 200 leaking mounts would leave hundreds.
      expect(after.listeners - before.listeners).toBeLessThan(20);
      expect(after.nodes - before.nodes).toBeLessThan(50);
    },
  );
