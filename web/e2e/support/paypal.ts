import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { choosePayment, confirmedOrder, placeOrder } from './buyer.js';
import { press, type Placement } from './placements.js';
import type { Shop } from './shop.js';
import { due, minorOf } from './sums.js';

/** Where the emulated PayPal's script is. */
export const SDK = '**/sandbox/paypal/web-sdk/v6/core';

/** Presses the wallet's button; answers with the window that opens, in the task of the press or never. */
export async function openWindow(page: Page, placement: Placement): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await press(page, placement);
  return opening;
}

/** The window's way on. */
export const agreeing = (window: Page): Locator =>
  window.getByRole('button', { name: 'Souhlasit a pokračovat' });

/** Waits until the window shows an order. */
export async function windowReady(window: Page): Promise<void> {
  await expect(agreeing(window)).toBeEnabled();
}

/** What comes of the approval: a word of the emulation. */
export async function choose(window: Page, what: 'Kupující' | 'Co se stane', id: string): Promise<void> {
  await window.getByLabel(what, { exact: true }).selectOption(id);
}

/** Agrees in the window, which closes. */
export async function agree(window: Page): Promise<void> {
  await windowReady(window);
  const closed = window.waitForEvent('close');
  await agreeing(window).click();
  await closed;
}

/** Agrees in a window that asks for no money but for an account that is kept. */
export async function agreeToKeep(page: Page, placement: Placement): Promise<void> {
  const window = await openWindow(page, placement);
  await windowReady(window);
  await expect(window.getByText('V tomto okně nic neplatíte.')).toBeVisible();
  await expect(window.locator('.total')).toHaveCount(0);
  await agree(window);
}

/** The order's timeline says by which mandate this plan is paid for later. */
export function expectMandate(shop: Shop, plan: number): void {
  const details = shop.orders()[0]?.timeline.map(({ detail }) => detail ?? '') ?? [];
  expect(details.join()).toMatch(new RegExp(`plans ${String(plan)}, mandate (?!none)\\S+`));
}

/** Orders in the checkout what costs nothing now: the account is kept for what comes later. */
export async function orderKept(page: Page, shop: Shop): Promise<void> {
  await expect(page.getByText('Teď nic neplatíte.')).toBeVisible();
  await orderForNothing(page, shop);
  expectMandate(shop, 1);
}

/** Orders in the checkout what costs nothing. */
export async function orderForNothing(page: Page, shop: Shop): Promise<void> {
  await placeOrder(page);
  await confirmedOrder(page);
  expect(shop.orders()[0]?.total).toBe('0.00');
}

/** What the window says it costs, in minor units of a currency with two decimals. */
export async function windowTotal(window: Page): Promise<number> {
  await windowReady(window);
  return Number(minorOf(await window.locator('.total dd').innerText()));
}

/** The parts that the window's total is made up of, in minor units. */
export async function windowParts(window: Page): Promise<number[]> {
  const texts = await window.locator('dl > div:not(.total) dd').allInnerTexts();
  return texts.map((text) => Number(minorOf(text)) * (/^[-−]/.test(text) ? -1 : 1));
}

/** The checkout that goes on with the account that has approved. */
export async function inCheckout(page: Page, account = 'PayPal'): Promise<void> {
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname.startsWith('/checkout/') && searchParams.has('storefront_wallet'),
  );
  await expect(page.getByRole('radio', { name: new RegExp(account) })).toBeChecked();
}

/** Orders in the checkout what the account has approved; the order and the charge are what stands there. */
export async function orderShown(page: Page, shop: Shop): Promise<void> {
  await choosePayment(page, /PayPal|Venmo/);
  const shown = minorOf(await due(page).innerText());
  await placeOrder(page);
  const number = await confirmedOrder(page);
  const [order] = shop.orders();
  expect(order?.number).toBe(number);
  expect(order?.total.replace('.', '')).toBe(shown);
  const money = () => shop.ledger().map(({ event, amount }) => [event, amount.replace('.', '')]);
  await expect.poll(money).toEqual([
    ['authorised', shown],
    ['captured', shown],
  ]);
}
