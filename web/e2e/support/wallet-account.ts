import { expect, type Page } from '@playwright/test';
import {
  cards,
  chooseBrought,
  confirmedOrder,
  enterCard,
  fillContactAndAddress,
  openProduct,
  PARSED,
  placeOrder,
  putInCart,
} from './buyer.js';
import { goods } from './goods.js';

export const WITH_WALLET = { googlePay: false, shopWallet: true } as const;

export const BUYER = 'jana.novakova@example.cz';

/** The codes in the emulated mailbox, newest first. */
async function codes(page: Page): Promise<string[]> {
  const inbox = await (await page.request.get('/sandbox/mail')).text();
  return [...inbox.matchAll(/\b(\d{6})\b/g)].map(([, code]) => code ?? '');
}

/** The first code in the emulated mailbox, once it is there. */
export async function newestCode(page: Page): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      code = (await codes(page))[0] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}

/** Signs in by a code from the emulated mailbox. */
export async function signInByCode(page: Page, origin = '', email = BUYER): Promise<void> {
  const before = (await codes(page)).length;
  await page.goto(`${origin}/account`, PARSED);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Poslat kód' }).click();
  await expect(page.getByLabel('Kód', { exact: true })).toBeVisible();
  let code = '';
  await expect
    .poll(async () => {
      const all = await codes(page);
      code = all[0] ?? '';
      return all.length;
    })
    .toBeGreaterThan(before);
  await page.getByLabel('Kód', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Přihlásit se' }).click();
  await page.waitForURL(/\/account$/, PARSED);
  await expect.poll(() => stateOf(page)).toBe('signed_in');
}

/** What the wallet knows of the browser, asked on a page of the wallet. */
export const stateOf = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const answer = await fetch('/account/session', { cache: 'no-store' });
    return ((await answer.json()) as { readonly state: unknown }).state;
  });

/** Ends the session, and leaves the browser recognised, as time would. */
export async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'wallet-session' });
  expect(await stateOf(page)).toBe('recognised');
}

/** Signs in, and buys with a card that is saved. */
export async function buyAndSave(page: Page): Promise<void> {
  await signInByCode(page);
  await openProduct(page, goods.plain.handle);
  await putInCart(page);
  await page.getByRole('button', { name: /^Pokračovat/ }).click();
  await page.waitForURL(/\/checkout\//, PARSED);
  const address = new URL(page.url());
  address.searchParams.set('payment', 'shop_pay');
  await page.goto(address.href, PARSED);
  const box = page.getByLabel('Uložit adresu a\u00a0kartu pro příště');
  await expect(box).toBeVisible();
  await fillContactAndAddress(page);
  await chooseBrought(page, /PPL/);
  await enterCard(page, cards.approved);
  await box.check();
  await placeOrder(page);
  await confirmedOrder(page);
}
