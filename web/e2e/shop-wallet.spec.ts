import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { Authenticator } from './support/authenticator.js';
import {
  cards,
  confirmedOrder,
  fillCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
} from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';
import { BUYER, endSession, WITH_WALLET } from './support/wallet-account.js';
import {
  buyAndKeep,
  code,
  keptCard,
  orderButton,
  save,
  send,
  sentCode,
  signIn,
  walletButton,
  who,
} from './support/wallet-checkout.js';

test.use({ shopOptions: WITH_WALLET });

/** Another number of six digits. */
const wrong = (right: string): string => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

/** Buys for the first time, by this card; address and card are kept. */
async function buyFirst(page: Page, card: string): Promise<void> {
  await startByWallet(page);
  await buyAndKeep(page, card);
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
