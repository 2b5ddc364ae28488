import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Where the emulated Apple Pay answers. */
export const SDK = '**/sandbox/apple-pay/apple-pay-sdk.js';

/** What a test chooses before the sheet opens: words of the emulation. */
export interface Preset {
  readonly buyer?: string;
  readonly card?: string;
  readonly flaw?: string;
  readonly scenario?: 'session-expired';
}

export async function preset(page: Page, chosen: Preset): Promise<void> {
  await page.addInitScript((text) => {
    localStorage.setItem('apple-pay-sandbox', text);
  }, JSON.stringify(chosen));
}

/** The emulated sheet. */
export const sheet = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Apple Pay – zkušební prostředí' });

/** Waits until the sheet has a total to agree to. */
export async function sheetReady(page: Page): Promise<void> {
  await expect(sheet(page).getByRole('button', { name: 'Zaplatit' })).toBeEnabled();
}

export async function pay(page: Page): Promise<void> {
  await sheetReady(page);
  await sheet(page).getByRole('button', { name: 'Zaplatit' }).click();
}

/** Chooses another buyer or card in the sheet: an id of the emulation. */
export async function choose(page: Page, what: 'Kupující' | 'Karta', id: string): Promise<void> {
  await sheet(page).getByLabel(what, { exact: true }).selectOption(id);
}

export async function enterCoupon(page: Page, code: string): Promise<void> {
  await sheet(page).getByLabel('Slevový kód').fill(code);
  await sheet(page).getByRole('button', { name: 'Použít' }).click();
}

export async function cancel(page: Page): Promise<void> {
  await sheet(page).getByRole('button', { name: 'Zrušit' }).click();
  await expect(sheet(page)).toBeHidden();
}

/** The errors that the sheet shows. */
export const sheetErrors = (page: Page): Locator => sheet(page).locator('[role=alert]:not(:empty)');

/** What the sheet says it costs, in minor units of a currency with two decimals. */
export async function total(page: Page): Promise<number> {
  const text = await sheet(page).locator('.total dd').innerText();
  return Number(text.replace(/[^\d,]/g, '').replace(',', ''));
}
