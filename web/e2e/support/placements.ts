import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { openProduct, PARSED } from './buyer.js';
import type { DemoProduct } from './goods.js';

/** One of the three places that a wallet's button stands in. */
export interface Placement {
  readonly name: 'product' | 'cart' | 'checkout';
  /** Brings a buyer of one piece to the page with the button. */
  readonly open: (page: Page, goods: DemoProduct) => Promise<void>;
  /** The element that the button stands in. */
  readonly element: string;
  /** What the button says, where the placement has several; any wallet's, if not given. */
  readonly wallet?: RegExp;
}

/** Opens the page of goods, and chooses the plan under which they are bought. */
export async function openGoods(page: Page, { handle, plan }: DemoProduct): Promise<void> {
  await openProduct(page, handle);
  if (plan) await page.getByRole('radio', { name: plan }).check();
}

async function toCart(page: Page, goods: DemoProduct): Promise<void> {
  await openGoods(page, goods);
  await page.getByRole('button', { name: 'Přidat do košíku' }).click();
  await page.waitForURL(/\/cart$/, PARSED);
}

export const placements: readonly Placement[] = [
  {
    name: 'product',
    element: 'accelerated-checkout',
    open: openGoods,
  },
  { name: 'cart', element: 'accelerated-checkout-cart', open: toCart },
  {
    name: 'checkout',
    element: 'checkout-wallet-button',
    open: async (page, goods) => {
      await toCart(page, goods);
      await page.getByRole('button', { name: /^Pokračovat/ }).click();
      await page.waitForURL(/\/checkout\//, PARSED);
    },
  },
];

/** The wallet's button of a placement; the placement names it in a shop with several. */
export const walletButton = (
  page: Page,
  { element, wallet = /(Apple|Google) Pay|PayPal/ }: Placement,
): Locator => page.locator(element).getByRole('button', { name: wallet });

/**
 * Waits until the wallet is offered on the page that is open. The shop gives a wallet's script two seconds; a machine
 * that is busy with other tests can need another go.
 */
export async function offered(page: Page, placement: Placement): Promise<void> {
  const button = walletButton(page, placement);
  const patience = { timeout: 10_000 };
  let went = false;
  await expect(async () => {
    if (went && (await button.count()) === 0) await page.reload();
    went = true;
    await expect(button).toBeEnabled(patience);
  }).toPass({ timeout: 45_000 });
}

/** Opens a placement's page with its wallet offered. */
export async function openOffered(page: Page, placement: Placement, goods: DemoProduct): Promise<void> {
  await placement.open(page, goods);
  await offered(page, placement);
}

/** Presses the wallet's button once it can open the sheet. */
export async function press(page: Page, placement: Placement): Promise<void> {
  await expect(walletButton(page, placement)).toBeEnabled();
  await walletButton(page, placement).click();
}
