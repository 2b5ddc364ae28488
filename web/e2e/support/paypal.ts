import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { choosePayment, confirmedOrder, placeOrder } from './buyer.js';
import { pickIn } from './picker.js';
import { press, type Placement } from './placements.js';
import type { Shop } from './shop.js';
import { due, minorOf } from './sums.js';

/** The path of the emulated PayPal's script. */
export const SDK = '**/sandbox/paypal/web-sdk/v6/core';

/** Presses the wallet's button. Resolves to the window, which must open in the task of the press. */
export async function openWindow(page: Page, placement: Placement): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await press(page, placement);
  return opening;
}

/** The window's approve button. */
export const agreeing = (window: Page): Locator =>
  window.getByRole('button', { name: 'Souhlasit a pokračovat' });

/** Waits until the window shows an order. */
export async function windowReady(window: Page): Promise<void> {
  await expect(agreeing(window)).toBeEnabled();
}

/** Chooses the outcome of the approval by the emulation's name. */
export async function choose(window: Page, what: 'Kupující' | 'Co se stane', id: string): Promise<void> {
  await pickIn(window, what, { id });
}

/** Approves in the window, which then closes. */
export async function agree(window: Page): Promise<void> {
  await windowReady(window);
  const closed = window.waitForEvent('close');
  // On a busy machine the window closes before the click is answered, and the click fails.
  await Promise.any([agreeing(window).click(), closed]);
  await closed;
}

/** Approves in a window that asks for an agreement instead of a payment. */
export async function agreeToKeep(page: Page, placement: Placement): Promise<void> {
  const window = await openWindow(page, placement);
  await windowReady(window);
  await expect(window.getByText('V tomto okně nic neplatíte.')).toBeVisible();
  await expect(window.locator('.total')).toHaveCount(0);
  await agree(window);
}

/** Asserts that the order's timeline names the mandate for this plan's later payments. */
export function expectMandate(shop: Shop, plan: number): void {
  const details = shop.orders()[0]?.timeline.map(({ detail }) => detail ?? '') ?? [];
  expect(details.join()).toMatch(new RegExp(`plans ${String(plan)}, mandate (?!none)\\S+`));
}

/** Orders a cart in the checkout that is free now. The shop keeps the account for later payments. */
export async function orderKept(page: Page, shop: Shop): Promise<void> {
  await expect(page.getByText('Teď nic neplatíte.')).toBeVisible();
  await orderForNothing(page, shop);
  expectMandate(shop, 1);
}

/** Orders a free cart in the checkout. */
export async function orderForNothing(page: Page, shop: Shop): Promise<void> {
  await placeOrder(page);
  await confirmedOrder(page);
  expect(shop.orders()[0]?.total).toBe('0.00');
}

/** The window's total, in minor units of a currency with two decimals. */
export async function windowTotal(window: Page): Promise<number> {
  await windowReady(window);
  return Number(minorOf(await window.locator('.total dd').innerText()));
}

/** The parts of the window's total, in minor units. */
export async function windowParts(window: Page): Promise<number[]> {
  const texts = await window.locator('dl > div:not(.total) dd').allInnerTexts();
  return texts.map((text) => Number(minorOf(text)) * (/^[-−]/.test(text) ? -1 : 1));
}

/** Waits for the checkout with the approved account. */
export async function inCheckout(page: Page, account = 'PayPal'): Promise<void> {
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname.startsWith('/checkout/') && searchParams.has('storefront_wallet'),
  );
  await expect(page.getByRole('radio', { name: new RegExp(account) })).toBeChecked();
  // Another wallet would make no sense now.
  await expect(page.locator('.express')).toBeHidden();
}

/** Orders in the checkout with the approved account. Asserts that order and charge equal the sum shown. */
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
