import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { Authenticator } from './support/authenticator.js';
import {
  cards,
  chooseBrought,
  choosePayment,
  confirmedOrder,
  fillCard,
  fillContactAndAddress,
  openProduct,
  order,
  placeOrder,
} from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';
import { BUYER, endSession, WITH_WALLET } from './support/wallet-account.js';

test.use({ shopOptions: WITH_WALLET });

const walletButton = (page: Page): Locator => page.getByRole('button', { name: 'Sojka' }).first();
const orderButton = (page: Page): Locator => page.getByRole('button', { name: order });
const email = (page: Page): Locator => page.getByLabel('E-mail');
const code = (page: Page): Locator => page.getByLabel('Kód z\u00a0e-mailu');
const send = (page: Page): Locator => page.getByRole('button', { name: 'Poslat kód e-mailem' });
const who = (page: Page): Locator => page.getByText(`Jste přihlášeni jako ${BUYER}`);
const save = (page: Page): Locator =>
  page.getByRole('checkbox', { name: 'Uložit adresu a\u00a0kartu pro příště' });

/** The codes in the emulated mailbox, newest first. */
async function sentCodes(page: Page): Promise<string[]> {
  const inbox = await (await page.request.get('/sandbox/mail')).text();
  return [...inbox.matchAll(/\b(\d{6})\b/g)].map(([, digits]) => digits ?? '');
}

/** Has a code sent. Resolves to it once it is in the mailbox. */
async function sentCode(page: Page): Promise<string> {
  const before = (await sentCodes(page)).length;
  await email(page).fill(BUYER);
  await send(page).click();
  await expect(code(page)).toBeFocused();
  await expect.poll(async () => (await sentCodes(page)).length).toBeGreaterThan(before);
  return (await sentCodes(page))[0] ?? '';
}

/** Another number of six digits. */
const wrong = (right: string): string => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

async function signIn(page: Page): Promise<void> {
  await code(page).fill(await sentCode(page));
  await expect(who(page)).toBeVisible();
}

/** Buys for the first time, by this card; address and card are kept. */
async function buyFirst(page: Page, card: string): Promise<void> {
  await startByWallet(page);
  await signIn(page);
  await fillContactAndAddress(page);
  await chooseBrought(page, /PPL/);
  await choosePayment(page, /Platební karta/);
  await fillCard(page, card);
  await expect(save(page)).not.toBeChecked();
  await save(page).check();
  await placeOrder(page);
}

/** Waits until the account has the card: the server keeps it once there is an order. */
async function keptCard(page: Page): Promise<void> {
  await expect
    .poll(async () => (await page.request.get('/account')).text())
    .toMatch(/končící na(\u00a0|&nbsp;)\d{4}/);
}

/** Counts the presses of a purchase. */
class Taps {
  count = 0;
  readonly #began = Date.now();

  async on(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  log(name: string): void {
    const seconds = ((Date.now() - this.#began) / 1000).toFixed(1);
    console.log(`${name}: ${String(this.count)} taps, ${seconds} s`);
  }
}

/** From the product page to the checkout, by the wallet's button. */
async function startByWallet(page: Page): Promise<Taps> {
  await openProduct(page, goods.plain.handle);
  await expect(walletButton(page)).toBeEnabled();
  const taps = new Taps();
  await taps.on(walletButton(page));
  await page.waitForURL(/payment=shop_pay/);
  return taps;
}

async function orderBy(page: Page, taps: Taps): Promise<number> {
  await expect(orderButton(page)).toHaveText(/–/);
  await taps.on(orderButton(page));
  return confirmedOrder(page);
}

test('[2.30] [4.06] [3.13] [7.16] [B.02] a purchase is kept, and the next ones take two taps and one confirmation', async ({
  page,
  shop,
}) => {
  const authenticator = await Authenticator.plugIn(page);
  await buyFirst(page, cards.approved);
  await confirmedOrder(page);
  await keptCard(page);
  await page.getByRole('button', { name: 'Přidat přístupový klíč' }).click();
  await expect(page.getByText('Hotovo. Příště se přihlásíte přístupovým klíčem.')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  // Still signed in.
  const signedIn = await startByWallet(page);
  await expect(page.getByText('Visa\u00a0••\u00a01111')).toBeVisible();
  await orderBy(page, signedIn);
  signedIn.log('signed in');
  expect(signedIn.count).toBe(2);

  // Recognised: the passkey is asked for as the page opens.
  await endSession(page);
  const confirmations: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/account/passkey/sign-in')) confirmations.push(request.url());
  });
  const byPasskey = await startByWallet(page);
  await orderBy(page, byPasskey);
  byPasskey.log('by passkey');
  expect([byPasskey.count, confirmations.length]).toEqual([2, 1]);

  // Recognised, without the passkey: a code.
  await endSession(page);
  await authenticator.clear();
  const byCode = await startByWallet(page);
  await expect(page.getByText('Visa\u00a0••\u00a01111')).toBeVisible();
  await expect(page.locator('main')).not.toContainText(BUYER);
  await signIn(page);
  byCode.count += 1;
  await orderBy(page, byCode);
  byCode.log('by code');

  const totals = shop.orders().map(({ total }) => total);
  expect(totals).toHaveLength(4);
  expect(new Set(totals).size).toBe(1);
  const captured = shop.ledger().filter(({ event }) => /captur/i.test(event));
  expect(captured.map(({ amount }) => amount)).toEqual(totals);
});

test('[2.30] [3.13] a bank that asks again, and one that declined before', async ({ page, shop }) => {
  await buyFirst(page, cards.declined);
  await expect(page.locator('#submission-message')).toContainText('Platba neproběhla');
  await expect(who(page)).toBeVisible();
  expect(shop.orders()).toEqual([]);
  await fillCard(page, cards.challenged);
  await expect(save(page)).toBeChecked();
  await placeOrder(page);
  await passChallenge(page);
  await confirmedOrder(page);
  await keptCard(page);

  const taps = await startByWallet(page);
  await expect(orderButton(page)).toHaveText(/–/);
  await taps.on(orderButton(page));
  await passChallenge(page);
  await confirmedOrder(page);
  expect(shop.orders()).toHaveLength(2);
});

async function passChallenge(page: Page): Promise<void> {
  const confirm = page.getByRole('button', { name: /Potvrdit/ });
  await expect(confirm).toBeEnabled();
  await confirm.click();
}

test('[7.16] a wrong code says how many tries are left; another browser knows nothing', async ({
  browser,
  page,
}) => {
  await startByWallet(page);
  await expect(send(page)).toBeEnabled();
  expect(await accessibilityFaults(page)).toEqual([]);
  const right = await sentCode(page);
  await code(page).fill(wrong(right));
  await expect(page.getByText('zbývají vám 4\u00a0pokusy.')).toBeVisible();
  await expect(code(page)).toHaveAttribute('aria-invalid', 'true');
  expect(await accessibilityFaults(page)).toEqual([]);
  const link = page.url();
  await code(page).fill(right);
  await expect(who(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Kontakt' })).toBeVisible();

  const other = await browser.newContext();
  try {
    const stranger = await other.newPage();
    await stranger.goto(link);
    await expect(send(stranger)).toBeEnabled();
    await expect(stranger.locator('main')).not.toContainText('@');
  } finally {
    await other.close();
  }
});

test('[4.06] [2.30] what was typed is there after the way to the wallet and back', async ({ page }) => {
  await startByWallet(page);
  await expect(send(page)).toBeEnabled();
  // As any other way to the checkout leads there.
  const usual = new URL(page.url());
  usual.searchParams.delete('payment');
  await page.goto(usual.href);
  await fillContactAndAddress(page);
  await page.getByRole('link', { name: /^Zaplatit peněženkou Sojka/ }).click();
  await expect(send(page)).toBeEnabled();
  await page.getByRole('link', { name: 'Zaplatit jinak' }).click();
  await page.waitForURL(/skip_shop_pay=true/);
  await expect(page.getByLabel('Město')).toHaveValue('Brno');
  await expect(page.getByRole('link', { name: /^Zaplatit peněženkou Sojka/ })).toHaveCount(0);
});
