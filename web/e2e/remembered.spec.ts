import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import {
  buy,
  chooseBrought,
  choosePayment,
  confirmedOrder,
  fillContactAndAddress,
  openProduct,
  placeOrder,
} from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';

test.use({ shopOptions: { googlePay: false } });

const box = (page: Page) =>
  page.getByRole('checkbox', { name: 'Zapamatovat si údaje v\u00a0tomto prohlížeči' });
const use = (page: Page) => page.getByRole('button', { name: 'Použít uložené údaje' });
const email = (page: Page) => page.getByLabel('E-mail');

async function buyNow(page: Page): Promise<void> {
  await openProduct(page, goods.plain.handle);
  await buy(page);
}

/** Goes on from a filled form to an order by dobírka. */
async function orderIt(page: Page): Promise<void> {
  await chooseBrought(page, /PPL/);
  await choosePayment(page, /Dobírk/);
  await placeOrder(page);
  await confirmedOrder(page);
}

/** An order whose buyer agreed that this browser remembers. */
async function orderRemembered(page: Page): Promise<void> {
  await buyNow(page);
  await fillContactAndAddress(page);
  await box(page).check();
  await orderIt(page);
}

const top = async (page: Page): Promise<number> => (await email(page).boundingBox())?.y ?? 0;

test('[B.12] the second order of a browser is filled in by a press, where the buyer agreed', async ({
  page,
}) => {
  await buyNow(page);
  await fillContactAndAddress(page);
  await expect(box(page)).not.toBeChecked();
  const known = await email(page).inputValue();
  await box(page).check();
  expect(await accessibilityFaults(page)).toEqual([]);
  await orderIt(page);

  await buyNow(page);
  await expect(use(page)).toBeVisible();
  await expect(box(page)).not.toBeChecked();
  await expect(email(page)).toHaveValue('');
  expect(await accessibilityFaults(page)).toEqual([]);
  const before = await top(page);
  await use(page).click();
  await expect(use(page)).toHaveCount(0);
  expect(await top(page)).toBe(before);
  await expect(email(page)).toHaveValue(known);
  await expect(email(page)).toBeFocused();
  await expect(page.getByText('Údaje jsme vyplnili. Zkontrolujte je prosím.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /PPL na adresu/ })).toBeVisible();

  await buyNow(page);
  await page.getByRole('button', { name: 'Smazat uložené údaje' }).click();
  await expect(page.getByText('Uložené údaje jsme smazali.')).toBeVisible();
  await expect(use(page)).toHaveCount(0);
  await buyNow(page);
  await expect(box(page)).not.toBeChecked();
  await expect(use(page)).toHaveCount(0);
});

/** Records every visible move. The returned function lists those until the present frame. */
async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    const note = (entries: PerformanceEntryList): void => {
      for (const entry of entries) shifts.push((entry as PerformanceEntry & { value: number }).value);
    };
    const observer = new PerformanceObserver((list) => {
      note(list.getEntries());
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    const drawn = (): Promise<unknown> =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const until = async (): Promise<number[]> => {
      await drawn();
      note(observer.takeRecords());
      return [...shifts];
    };
    Object.assign(window, { shiftsUntilNow: until });
  });
  return () =>
    page.evaluate(() => (window as unknown as { shiftsUntilNow: () => Promise<number[]> }).shiftsUntilNow());
}

/** Blocks the part of the script that remembers, until released. */
async function holdMemory(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/remembered-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

// The whole checkout is in view, so that everything that moves counts.
for (const viewport of [
  { width: 390, height: 3_600 },
  { width: 1_280, height: 3_600 },
])
  test(`[B.12] ${String(viewport.width)} px wide: nothing moves when question and offer come`, async ({
    page,
  }) => {
    await orderRemembered(page);
    await page.setViewportSize(viewport);
    const shifts = await watchShifts(page);
    const devTools = await page.context().newCDPSession(page);
    for (const standard of [16, 32]) {
      const release = await holdMemory(page);
      await devTools.send('Page.setFontSizes', { fontSizes: { standard } });
      await buyNow(page);
      await expect(page.getByRole('radio', { name: /PPL na adresu/ })).toBeVisible();
      const before = await shifts();
      release();
      await expect(use(page)).toBeVisible();
      await expect(box(page)).not.toBeChecked();
      expect(await shifts(), `text of ${String(standard)} px`).toEqual(before);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

test('[B.12] who agrees and does not order leaves nothing behind', async ({ page }) => {
  await buyNow(page);
  await fillContactAndAddress(page);
  await box(page).check();
  await buyNow(page);
  await expect(box(page)).toBeVisible();
  await expect(use(page)).toHaveCount(0);
});

test('[B.12] what is forgotten in another tab is not offered in this one', async ({ page }) => {
  await orderRemembered(page);
  await buyNow(page);
  await expect(use(page)).toBeVisible();
  await box(page).check();
  const tab = await page.context().newPage();
  await tab.goto(new URL(page.url()).origin);
  await tab.evaluate(() => {
    localStorage.removeItem('zkratka.buyer');
  });
  await expect(use(page)).toHaveCount(0);
  await expect(box(page)).not.toBeChecked();
});

test('[B.12] who uses what is remembered does not agree to keep what is changed then', async ({ page }) => {
  await orderRemembered(page);
  await buyNow(page);
  await use(page).click();
  await expect(box(page)).not.toBeChecked();
  await page.getByLabel('Ulice a číslo popisné').fill('Veveří 7');
  await page.getByLabel('PSČ').blur();
  await orderIt(page);

  await buyNow(page);
  await use(page).click();
  await expect(page.getByLabel('Ulice a číslo popisné')).toHaveValue('Údolní 12');
});

test('[B.12] a link to a cart of another browser gets nothing of what this one remembers', async ({
  browser,
  page,
}) => {
  await orderRemembered(page);

  const other = await browser.newContext();
  try {
    const stranger = await other.newPage();
    await stranger.goto(new URL(page.url()).origin);
    await buyNow(stranger);
    await expect(box(stranger)).toBeVisible();
    const link = stranger.url();
    // In a tab of its own: nothing of this tab's carts counts.
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Platba' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Doprava' })).toBeVisible();
    await expect(use(page)).toHaveCount(0);
    await expect(box(page)).toHaveCount(0);
  } finally {
    await other.close();
  }
});
