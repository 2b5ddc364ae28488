import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { confirmedOrder, openProduct, PARSED, placeOrder, shopIn } from './buyer.js';
import { pickIn } from './picker.js';
import { placements, press, type Placement } from './placements.js';
import type { Shop } from './shop.js';
import { due, minorOf } from './sums.js';

/** The pages with Amazon's button, for a buyer in a country whose currency Amazon takes. */
export const amazonPlacements = (country = /^Slovensko/): readonly Placement[] =>
  placements.map((placement) => ({
    ...placement,
    wallet: /Amazon Pay/,
    open: async (page, goods) => {
      await openProduct(page, goods.handle);
      await shopIn(page, country);
      await placement.open(page, goods);
    },
  }));

/** The button that goes on, on each of Amazon's pages. */
const onwards = (page: Page): Locator => page.getByRole('button', { name: 'Pokračovat do obchodu' });
export const cancelling = (page: Page): Locator =>
  page.getByRole('button', { name: 'Zrušit a vrátit se do obchodu' });

/** Presses the wallet's button and waits for Amazon's page. */
export async function toAmazon(page: Page, placement: Placement): Promise<void> {
  await press(page, placement);
  await page.waitForURL(/\/amazon-pay\/choose/, PARSED);
}

/** Signs in at Amazon. */
export async function signIn(page: Page, buyer: string): Promise<void> {
  await pickIn(page, 'Kupující', { id: buyer });
  await page.getByRole('button', { name: 'Přihlásit se', exact: true }).click();
  await expect(page.getByText('Přihlášený kupující')).toBeVisible();
}

/** Chooses an entry of one of Amazon's lists by a part of its text. */
export const pick = (page: Page, list: 'Karta' | 'Doručovací adresa', text: RegExp): Promise<void> =>
  pickIn(page, list, { text });

/** Goes on from Amazon to the checkout, and waits until it shows what was chosen. */
export async function backInShop(page: Page): Promise<void> {
  await onwards(page).click();
  await page.waitForURL(/\/checkout\//, PARSED);
  await expect(page.getByRole('radio', { name: /Amazon Pay/ })).toBeChecked();
}

/** Chooses buyer and card at Amazon, and comes back to the checkout. */
export async function choose(page: Page, card = /1111/, buyer = 'zuzana'): Promise<void> {
  await signIn(page, buyer);
  await pick(page, 'Karta', card);
  await backInShop(page);
}

/** Waits until the sum of the checkout has everything in it. */
export async function priced(page: Page): Promise<string> {
  await expect(page.getByText('Celkem k úhradě', { exact: true })).toBeVisible();
  return minorOf(await due(page).innerText());
}

/** Presses the order button, and waits for Amazon's page with the sum. Resolves to the sum of the checkout. */
export async function toConfirm(page: Page): Promise<string> {
  const shown = await priced(page);
  await placeOrder(page);
  await page.waitForURL(/\/amazon-pay\/pay/, PARSED);
  await expect(page.locator('.total dd')).toBeVisible();
  expect(minorOf(await page.locator('.total dd').innerText())).toBe(shown);
  return shown;
}

export const paying = (page: Page): Locator => page.getByRole('button', { name: 'Zaplatit' });

/** Orders in the checkout and confirms at Amazon. Asserts that order and charge equal the sum shown. */
export async function orderShown(page: Page, shop: Shop): Promise<void> {
  const shown = await toConfirm(page);
  expect(shop.orders()).toEqual([]);
  await paying(page).click();
  const number = await confirmedOrder(page);
  const [order] = shop.orders();
  expect([order?.number, minorOf(order?.total ?? '')]).toEqual([number, shown]);
  const money = () => shop.ledger().map(({ event, amount }) => [event, minorOf(amount)]);
  await expect.poll(money).toEqual([
    ['authorised', shown],
    ['captured', shown],
  ]);
}

/** What of Amazon's the checkout shows as text. */
export const facts = (page: Page): Locator => page.locator('.co-facts dd');

/** Asserts that the checkout shows what Zuzana chose at Amazon, and has no fields for it. */
export async function showsZuzana(page: Page): Promise<void> {
  await expect(facts(page)).toHaveText([
    'zuzana.kovacova@example.sk',
    '+421905123456',
    'Zuzana Kováčová',
    'Obchodná 14',
    /811 06.*Bratislava/,
    'Slovensko',
  ]);
  await expect(page.getByLabel('E-mail')).toHaveCount(0);
  await expect(page.getByLabel('Město')).toHaveCount(0);
}

/** A day passes at Amazon for the session that an address names. */
export async function expireSession(address: string, shop: Shop): Promise<void> {
  const id = new URL(address).searchParams.get('amazonCheckoutSessionId') ?? '';
  const answer = await fetch(`${shop.origin}/sandbox/amazon-pay/sessions/${id}/control`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer zkratka-sandbox-amazon-pay-control',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ action: 'expire' }),
  });
  expect(await answer.json()).toEqual({ state: 'Canceled' });
}
