import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { openProduct, PARSED, putInCart } from './buyer.js';
import type { DemoProduct } from './goods.js';

/** One of the three pages with a wallet's button. */
export interface Placement {
  readonly name: 'product' | 'cart' | 'checkout';
  /** Opens the page with the button for a buyer of one piece. */
  readonly open: (page: Page, goods: DemoProduct) => Promise<void>;
  /** The element that contains the button. */
  readonly element: string;
  /** The button's label if the placement has several wallets; by default any wallet's. */
  readonly wallet?: RegExp;
}

/** Opens the product's page and chooses its plan. */
export async function openGoods(page: Page, { handle, plan }: DemoProduct): Promise<void> {
  await openProduct(page, handle);
  if (plan) await page.getByRole('radio', { name: plan }).check();
}

async function toCart(page: Page, goods: DemoProduct): Promise<void> {
  await openGoods(page, goods);
  await putInCart(page);
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

/** The wallet's button of a placement. In a shop with several wallets the placement names one. */
export const walletButton = (
  page: Page,
  { element, wallet = /(Apple|Google|Meta) Pay|PayPal/ }: Placement,
): Locator => page.locator(element).getByRole('button', { name: wallet });

/**
 * Waits until the open page offers the wallet. The shop waits two seconds for a wallet's script; a busy machine can need a
 * reload.
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

/** Opens a placement's page and waits until it offers the wallet. */
export async function openOffered(page: Page, placement: Placement, goods: DemoProduct): Promise<void> {
  await placement.open(page, goods);
  await offered(page, placement);
}

/** Presses the wallet's button once it can open the sheet. */
export async function press(page: Page, placement: Placement): Promise<void> {
  await expect(walletButton(page, placement)).toBeEnabled();
  await walletButton(page, placement).click();
}
