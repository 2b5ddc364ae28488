import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { due } from './sums.js';

/** Test cards of the sandbox gateway. */
export const cards = {
  approved: '4111 1111 1111 1111',
  declined: '4000 0000 0000 0002',
  challenged: '4000 0000 0000 3220',
  slow: '4000 0000 0000 0077',
  answerLost: '4000 0000 0000 0119',
  deliveredTwice: '4000 0000 0000 0259',
} as const;

/** The order button, with the sum once it is whole. */
export const order = /^(?:Objednat s\spovinností platby|Dokončit objednávku)/;

/** Navigations wait only for parsing, because a hanging wallet script may delay the load event. */
export const PARSED = { waitUntil: 'domcontentloaded' } as const;

/** Opens a product's page, by default at the test's own origin. */
export async function openProduct(page: Page, handle: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/products/${handle}`, PARSED);
}

/** Shown when goods were added on a page whose script runs. */
export function miniCart(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Přidáno do košíku' });
}

/** Puts the product of the open page into the cart, and goes to the cart's page. */
export async function putInCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Přidat do košíku' }).click();
  // Before its script runs, or when the shop refuses, the form leads to the cart's page by itself.
  const onCartPage = page.getByRole('heading', { name: 'Košík', level: 1, exact: true });
  await expect(miniCart(page).or(onCartPage)).toBeVisible();
  if (await miniCart(page).isVisible())
    await miniCart(page).getByRole('link', { name: 'Zobrazit košík' }).click();
  await page.waitForURL(/\/cart(?:\?|$)/, PARSED);
}

/** Chooses the country in the page's footer. */
export async function shopIn(page: Page, country: RegExp): Promise<void> {
  const choice = page.getByRole('combobox', { name: 'Země a měna' });
  const label = (await choice.locator('option').allInnerTexts()).find((text) => country.test(text));
  await choice.selectOption({ label: label ?? '' });
  await page.getByRole('button', { name: 'Změnit zemi' }).click();
  await page.waitForLoadState('load');
}

/** The buy-it-now button. */
export function buyNow(page: Page): Locator {
  return page.getByRole('button', { name: 'Koupit teď' });
}

/** Presses 'Koupit teď' after the entry has taken over the button, and waits for the checkout. */
export async function buy(page: Page): Promise<void> {
  await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
  await buyNow(page).click();
  await page.waitForURL(/\/checkout\//);
}

/** Fills contact and address as Jana Nováková from Brno. */
export async function fillContactAndAddress(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('jana.novakova@example.cz');
  await page.getByLabel('Telefon').fill('777 123 456');
  await page.getByLabel('Jméno').fill('Jana');
  await page.getByLabel('Příjmení').fill('Nováková');
  await page.getByLabel('Ulice a číslo popisné').fill('Údolní 12');
  await page.getByLabel('Město').fill('Brno');
  await page.getByLabel('PSČ').fill('602 00');
  await page.getByLabel('PSČ').blur();
}

/** Chooses a delivery option by the beginning of its label. */
export async function chooseDelivery(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('radio', { name: title }).check();
}

/** Chooses a priced delivery option, and waits until the sum contains it: the checkout refuses an order before that. */
export async function chooseBrought(page: Page, delivery: RegExp): Promise<void> {
  const before = await due(page).innerText();
  await chooseDelivery(page, delivery);
  await expect(due(page)).not.toHaveText(before);
}

export async function choosePayment(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('radio', { name: title }).check();
}

function cardFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[src*="hosted-fields"]');
}

/** Fills the gateway's hosted fields. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page);
  await frame.getByLabel('Číslo karty').fill(number);
  await frame.getByLabel(/Platnost/).fill('12 / 34');
  await frame.getByLabel(/CVC/).fill('123');
  await frame.getByLabel(/Jméno na kartě|Jméno držitele/).fill('Jana Novakova');
}

export async function placeOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: order }).click();
}

/** The order's number on the confirmation. */
export async function confirmedOrder(page: Page): Promise<number> {
  await page.waitForURL(/\/confirmation/, { timeout: 30_000 });
  const heading = page.getByText(/č(?:íslo|\.)\s*(?:objednávky)?\s*\d{4,}|Objednávk[ay].*\d{4,}/i).first();
  await expect(heading).toBeVisible();
  const digits = /\d{4,}/.exec((await heading.textContent()) ?? '');
  return Number(digits?.[0] ?? 0);
}

/** Performs all steps of a purchase but the payment: buy-it-now, an address in Brno, PPL in the sum. */
export async function reachPayment(page: Page, handle: string): Promise<void> {
  await openProduct(page, handle);
  await buy(page);
  await fillContactAndAddress(page);
  await chooseBrought(page, /PPL/);
}

/** Chooses payment by card and enters the card. */
export async function enterCard(page: Page, number: string): Promise<void> {
  await choosePayment(page, /kart/i);
  await fillCard(page, number);
}

/** Buys a product by dobírka. Resolves to the order's number. */
export async function buyOnDelivery(page: Page, handle: string): Promise<number> {
  await reachPayment(page, handle);
  await choosePayment(page, /Dobírk/);
  await placeOrder(page);
  return confirmedOrder(page);
}
