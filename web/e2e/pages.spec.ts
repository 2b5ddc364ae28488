import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import {
  buy,
  buyNow,
  buyOnDelivery,
  chooseBrought,
  choosePayment,
  confirmedOrder,
  fillContactAndAddress,
  openProduct,
  placeOrder,
  putInCart,
} from './support/buyer.js';
import { goods } from './support/goods.js';
import { runs } from './support/selection.js';
import { expect, test } from './support/test.js';

const places: [string, (page: Page) => Promise<unknown>][] = [
  ['home', (page) => page.goto('/')],
  ['a product with variants', (page) => openProduct(page, goods.variants.handle)],
  ['a sold-out product', (page) => openProduct(page, goods.soldOut.handle)],
  [
    'the cart',
    async (page) => {
      await openProduct(page, goods.plain.handle);
      await putInCart(page);
    },
  ],
  ['a policy', (page) => page.goto('/policies/obchodni-podminky')],
  ['a page that is not there', (page) => page.goto('/products/neni')],
  [
    'the checkout',
    async (page) => {
      await openProduct(page, goods.plain.handle);
      await buy(page);
      await fillContactAndAddress(page);
      await expect(page.getByRole('radio', { name: /PPL/ })).toBeVisible();
    },
  ],
];

/** Pages with a different layout on phones. */
const NARROW = ['a product with variants', 'the cart', 'the checkout'];

for (const [place, open] of places) {
  test(
    `[B.09] [1.02] ${place}: accessible, Czech, within its width, nothing from outside, no policy broken`,
    runs({ phone: NARROW.includes(place) }),
    async ({ page, shop }) => {
      const outside: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith('http') && url.origin !== shop.origin) outside.push(url.href);
      });
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted ?Type/i.test(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await open(page);

      expect(await accessibilityFaults(page)).toEqual([]);
      await expect(page.locator('html')).toHaveAttribute('lang', 'cs');
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      expect(outside).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
}

test(
  '[B.01] the button does not move when scripts arrive: layout shift 0, same place',
  runs({ phone: true }),
  async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let release = (): void => undefined;
    const scriptsMayCome = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\.js$/, async (route) => {
      await scriptsMayCome;
      await route.continue();
    });
    await page.goto(`/products/${goods.variants.handle}`, { waitUntil: 'commit' });
    await expect(buyNow(page)).toBeVisible();
    const before = await buyNow(page).boundingBox();
    release();
    await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(await buyNow(page).boundingBox()).toEqual(before);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  },
);

test('[B.01] a click before the scripts run posts the form natively', async ({ page }) => {
  await page.route(/\.js$/, (route) => route.abort());
  await openProduct(page, goods.plain.handle);
  await buyNow(page).click();
  await page.waitForURL(/\/checkout\/Z/);
});

test('320 px wide: home, product and checkout fit', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const open of [
    () => page.goto('/'),
    () => openProduct(page, goods.variants.handle),
    () => buy(page),
  ]) {
    await open();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  }
});

test('[B.09] with text twice as large, a phone shows the whole order page, line below line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await buyOnDelivery(page, goods.plain.handle);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const measured = await page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const title = box('.co-line__title');
    return {
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      title: title === undefined ? 0 : title.width,
      logoEnds: box('.logo__name')?.right ?? 0,
      backBegins: box('.cart-link')?.left ?? 0,
      logoBottom: box('.logo__name')?.bottom ?? 0,
      backTop: box('.cart-link')?.top ?? 0,
    };
  });
  expect(measured.overflow).toBeLessThanOrEqual(0);
  // Wide enough for words of the goods' names.
  expect(measured.title).toBeGreaterThan(180);
  const beside = measured.logoEnds <= measured.backBegins;
  expect(beside || measured.logoBottom <= measured.backTop).toBe(true);
});

test('[B.09] with text twice as large, a phone shows the checkout in columns that hold words', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openProduct(page, goods.plain.handle);
  await buy(page);
  await fillContactAndAddress(page);
  await expect(page.getByRole('radio', { name: /PPL na adresu/ })).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const measured = await page.evaluate(() => {
    const texts = [...document.querySelectorAll<HTMLElement>('.co-option__text, .co-form .co-field__label')];
    return {
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      found: texts.length,
      narrow: texts
        .map((text) => ({ text: text.textContent, width: Math.round(text.getBoundingClientRect().width) }))
        // Five of the letters, which are about 16 pixels wide here: a shorter column breaks most words.
        .filter(({ width }) => width < 140),
    };
  });
  expect(measured.overflow).toBeLessThanOrEqual(0);
  expect(measured.found).toBeGreaterThan(8);
  expect(measured.narrow).toEqual([]);
});

for (const width of [390, 1280])
  test(`[B.07] ${String(width)} px wide: the facts of a transfer stand one below the other, the IBAN on one line`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await openProduct(page, goods.plain.handle);
    await buy(page);
    await fillContactAndAddress(page);
    if (width === 390) await page.getByRole('button', { name: 'Souhrn objednávky' }).click();
    await chooseBrought(page, /PPL/);
    await choosePayment(page, /Bankovní převod/);
    await placeOrder(page);
    await confirmedOrder(page);
    const values = page.locator('.co-transfer .co-facts__value');
    await expect(values).toHaveCount(4);
    const measured = await values.evaluateAll((found) =>
      found.map((value) => {
        const { right, top } = value.getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(value);
        const lines = new Set([...text.getClientRects()].map((line) => Math.round(line.top)));
        return { right: Math.round(right), top, lines: lines.size };
      }),
    );
    for (const [index, { lines, top }] of measured.entries()) {
      expect(lines).toBe(1);
      expect(top).toBeGreaterThan(measured[index - 1]?.top ?? 0);
    }
    expect(new Set(measured.map(({ right }) => right)).size).toBe(1);
  });
