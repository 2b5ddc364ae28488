import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { cancel, preset, sheet, sheetErrors, sheetReady } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { picker } from './support/picker.js';
import { openOffered, placements, press, walletButton } from './support/placements.js';
import { expect, test } from './support/test.js';

test.use({ shopOptions: { googlePay: true } });

const [product] = placements as [(typeof placements)[number]];

async function openSheet(page: Page): Promise<Locator> {
  await openOffered(page, product, goods.plain);
  await press(page, product);
  await sheetReady(page);
  return sheet(page);
}

test('[B.09] the sheet is a modal dialog whose every control has a Czech name', async ({ page }) => {
  const dialog = await openSheet(page);
  await expect(dialog).toHaveAttribute('lang', 'cs');
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  for (const name of ['Kupující', 'Karta']) await expect(picker(dialog, name)).toBeVisible();
  await expect(
    dialog.getByRole('group', { name: 'Způsob dopravy' }).getByRole('radio').first(),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Zrušit' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('google-pay-sandbox-sheet').analyze();
  expect(violations).toEqual([]);
});

test('[B.09] the focus moves into the sheet, cycles within it, and returns', async ({ page }) => {
  const dialog = await openSheet(page);
  const first = picker(dialog, 'Kupující');
  const last = dialog.getByRole('button', { name: 'Zrušit' });
  const others = [
    picker(dialog, 'Karta'),
    dialog.getByRole('radio', { checked: true }),
    dialog.getByRole('button', { name: 'Zaplatit' }),
  ];
  await expect(first).toBeFocused();
  for (const stop of [...others, last, first]) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await expect(last).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(walletButton(page, product)).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[B.09] the keyboard alone can choose another delivery option, and the sheet explains its wait', async ({
  page,
}) => {
  const dialog = await openSheet(page);
  const chosen = await dialog.getByRole('radio', { checked: true }).inputValue();
  await dialog.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowDown');
  await sheetReady(page);
  expect(await dialog.getByRole('radio', { checked: true }).inputValue()).not.toBe(chosen);
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
});

test('[B.09] errors appear in a live region that existed before', async ({ page }) => {
  await preset(page, { card: 'decline' });
  const dialog = await openSheet(page);
  const before = await dialog.locator('[role=alert]').evaluateAll((regions) => {
    for (const region of regions) Object.assign(region, { wasThere: true });
    return regions.map(({ textContent }) => textContent);
  });
  expect(before).toEqual(['', '', '']);
  await dialog.getByRole('button', { name: 'Zaplatit' }).click();
  await expect(sheetErrors(page)).toContainText('Platbu se nepodařilo provést.');
  const told = dialog.locator('[role=alert]:not(:empty)');
  await expect(told).toHaveCount(1);
  expect(await told.evaluate((region) => 'wasThere' in region)).toBe(true);
});

const CONTENT = '**/assets/wallet-sheets-sandbox-*.js';

test('[B.09] a press before the content is loaded opens the sheet at once, and the content follows', async ({
  page,
}) => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(CONTENT, async (route) => {
    await arrived;
    await route.continue();
  });
  await openOffered(page, product, goods.plain);
  await press(page, product);
  const dialog = sheet(page);
  await expect(dialog.getByRole('heading')).toBeFocused();
  await expect(dialog.getByRole('status')).toHaveText('Načítá se…');
  const { violations } = await new AxeBuilder({ page }).include('google-pay-sandbox-sheet').analyze();
  expect(violations).toEqual([]);
  arrive();
  await sheetReady(page);
  await expect(picker(dialog, 'Kupující')).toBeFocused();
});

test('[B.09] if the content cannot be loaded, the sheet shows an error and can be closed', async ({
  page,
}) => {
  await page.route(CONTENT, (route) => route.abort());
  await openOffered(page, product, goods.plain);
  await press(page, product);
  await expect(sheet(page).getByRole('status')).toContainText('nepodařilo načíst');
  await cancel(page);
  await expect(walletButton(page, product)).toBeFocused();
});

for (const [reducedMotion, moves] of [
  ['no-preference', true],
  ['reduce', false],
] as const)
  test(`[B.09] with ${reducedMotion} for motion the sheet moves: ${String(moves)}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    const dialog = await openSheet(page);
    const name = await dialog.evaluate((element) => getComputedStyle(element).animationName);
    expect(name !== 'none').toBe(moves);
  });
