import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { chooseBrought, choosePayment, fillCard, fillContactAndAddress, order, placeOrder } from './buyer.js';
import { BUYER } from './wallet-account.js';

export const walletButton = (page: Page): Locator => page.getByRole('button', { name: 'Sojka' }).first();
export const orderButton = (page: Page): Locator => page.getByRole('button', { name: order });
export const email = (page: Page): Locator => page.getByLabel('E-mail');
export const code = (page: Page): Locator => page.getByLabel('Kód z\u00a0e-mailu');
export const send = (page: Page): Locator => page.getByRole('button', { name: 'Poslat kód e-mailem' });
export const who = (page: Page): Locator => page.getByText(`Jste přihlášeni jako ${BUYER}`);
export const save = (page: Page): Locator =>
  page.getByRole('checkbox', { name: 'Uložit adresu a\u00a0kartu pro příště' });

/** The codes in the emulated mailbox, newest first. */
async function sentCodes(page: Page): Promise<string[]> {
  const inbox = await (await page.request.get('/sandbox/mail')).text();
  return [...inbox.matchAll(/\b(\d{6})\b/g)].map(([, digits]) => digits ?? '');
}

/** The newest code in the emulated mailbox. */
export const newestCode = async (page: Page): Promise<string> => (await sentCodes(page))[0] ?? '';

/** Has a code sent. Resolves to it once it is in the mailbox. */
export async function sentCode(page: Page): Promise<string> {
  const before = (await sentCodes(page)).length;
  await email(page).fill(BUYER);
  await send(page).click();
  await expect(code(page)).toBeFocused();
  await expect.poll(async () => (await sentCodes(page)).length).toBeGreaterThan(before);
  return newestCode(page);
}

/** Signs in within the checkout. */
export async function signIn(page: Page): Promise<void> {
  await code(page).fill(await sentCode(page));
  await expect(who(page)).toBeVisible();
}

/** Waits until the account has the card: the server keeps it once there is an order. */
export async function keptCard(page: Page): Promise<void> {
  await expect
    .poll(async () => (await page.request.get('/account')).text())
    .toMatch(/končící na(\u00a0|&nbsp;)\d{4}/);
}

/** Buys in the checkout for the first time, by this card; address and card are kept. */
export async function buyAndKeep(page: Page, card: string): Promise<void> {
  await signIn(page);
  await fillContactAndAddress(page);
  await chooseBrought(page, /PPL/);
  await choosePayment(page, /Platební karta/);
  await fillCard(page, card);
  await expect(save(page)).not.toBeChecked();
  await save(page).check();
  await placeOrder(page);
}
