import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { pickIn } from './picker.js';
import { minorOf } from './sums.js';
import type { Wallet } from './wallet.js';

/** A wallet that the sandbox emulates with a sheet on the shop's page. */
export interface EmulatedSheet extends Wallet {
  readonly sheet: (page: Page) => Locator;
  /** Chooses another buyer by the emulation's ID. */
  readonly chooseBuyer: (page: Page, id: string) => Promise<void>;
}

/** Stores presets for the emulation that reads this key. */
export async function storePreset(page: Page, key: string, chosen: object): Promise<void> {
  await page.addInitScript(
    ([at, text]) => {
      localStorage.setItem(at, text);
    },
    [key, JSON.stringify(chosen)] as const,
  );
}

/** The driver of an emulated sheet. `key` is the storage key of its presets. */
export function emulatedSheet(name: string, key: string): EmulatedSheet {
  const sheet = (page: Page): Locator => page.getByRole('dialog', { name, exact: true });
  const agree = (page: Page): Locator => sheet(page).getByRole('button', { name: 'Zaplatit' });
  const sheetReady = (page: Page): Promise<void> => expect(agree(page)).toBeEnabled();
  const choose = (page: Page, what: string, id: string): Promise<void> => pickIn(sheet(page), what, { id });
  return {
    name,
    sheet,
    sheetReady,
    preset: (page, chosen) => storePreset(page, key, chosen),
    total: async (page) => Number(minorOf(await sheet(page).locator('.total dd').innerText())),
    pay: async (page) => {
      await sheetReady(page);
      await agree(page).click();
    },
    cancel: async (page) => {
      await sheet(page).getByRole('button', { name: 'Zrušit' }).click();
      await expect(sheet(page)).toBeHidden();
    },
    chooseBuyer: (page, id) => choose(page, 'Kupující', id),
    chooseCard: (page, id) => choose(page, 'Karta', id),
    sheetErrors: (page) => sheet(page).locator('[role=alert]:not(:empty)'),
  };
}
