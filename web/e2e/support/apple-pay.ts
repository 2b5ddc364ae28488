import type { Page } from '@playwright/test';
import { emulatedSheet, storePreset } from './emulated-sheet.js';
import type { Preset } from './wallet.js';

/** The emulated Apple Pay's path. */
export const SDK = '**/sandbox/apple-pay/apple-pay-sdk.js';

/** The storage key of its presets. */
const KEY = 'apple-pay-sandbox';

/** The emulated Apple Pay. */
export const applePay = emulatedSheet('Apple Pay', KEY);

export const { cancel, chooseBuyer, pay, sheet, sheetErrors, sheetReady, total } = applePay;

/** Presets that only this emulation has. */
export interface ApplePayPreset extends Preset {
  readonly flaw?: string;
  readonly scenario?: 'session-expired';
}

/** Stores the presets before the sheet opens. */
export const preset = (page: Page, chosen: ApplePayPreset): Promise<void> => storePreset(page, KEY, chosen);

export async function enterCoupon(page: Page, code: string): Promise<void> {
  await sheet(page).getByLabel('Slevový kód').fill(code);
  await sheet(page).getByRole('button', { name: 'Použít' }).click();
}
