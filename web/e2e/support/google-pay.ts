import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Where the emulated Google Pay and the cart API answer. */
export const SDK = '**/sandbox/google-pay/pay.js';
const API = '**/api/unstable/graphql.json?operation_name=';

/** Requests of one operation of the cart API. */
export const operation = (name: string): string => `${API}${name}`;

/** Chooses who pays and with which card before the sheet opens: ids of the emulation. */
export async function presetBuyer(page: Page, preset: { buyer?: string; card?: string }): Promise<void> {
  await page.addInitScript((text) => {
    localStorage.setItem('google-pay-sandbox', text);
  }, JSON.stringify(preset));
}

/** The emulated sheet. */
export const sheet = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Google Pay – zkušební prostředí' });

/** Waits until the sheet has a total to agree to. */
export async function sheetReady(page: Page): Promise<void> {
  await expect(sheet(page).getByRole('button', { name: 'Zaplatit' })).toBeEnabled();
}

export async function pay(page: Page): Promise<void> {
  await sheetReady(page);
  await sheet(page).getByRole('button', { name: 'Zaplatit' }).click();
}

/** Chooses another card in the sheet: an id of the emulation. */
export async function chooseCard(page: Page, id: string): Promise<void> {
  await sheet(page).getByLabel('Karta').selectOption(id);
}

export async function cancel(page: Page): Promise<void> {
  await sheet(page).getByRole('button', { name: 'Zrušit' }).click();
  await expect(sheet(page)).toBeHidden();
}

/** The error that the sheet shows. */
export const sheetError = (page: Page): Locator => sheet(page).getByRole('alert').first();

/** Remembers the cart that the sheet works on: the last one that the API was asked about. */
export function watchCart(page: Page): { readonly id: () => string } {
  let last = '';
  page.on('response', (response) => {
    if (!response.url().includes('/graphql.json')) return;
    response.text().then(
      (text) => {
        const id = /gid:\/\/shopify\/Cart\/[^"\\]+/.exec(text)?.[0];
        if (id !== undefined) last = id;
      },
      () => undefined,
    );
  });
  return {
    id: () => {
      if (last === '') throw new Error('no cart has been seen yet');
      return last;
    },
  };
}
