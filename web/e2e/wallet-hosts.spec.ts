import type { Page } from '@playwright/test';
import { cards, confirmedOrder, openProduct, PARSED, putInCart } from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';
import { WITH_WALLET } from './support/wallet-account.js';
import { buyAndKeep, orderButton, send, walletButton } from './support/wallet-checkout.js';

// Same-site hosts of one merchant; the browser resolves every name below localhost to this machine.
const hosts = { shop: 'obchod.localhost', wallet: 'ucet.obchod.localhost' } as const;

test.use({ shopOptions: { ...WITH_WALLET, hosts } });

/** The origins of the shop's pages and of its wallet. */
function origins(origin: string): { readonly own: string; readonly there: string } {
  const { port } = new URL(origin);
  return { own: `http://${hosts.shop}:${port}`, there: `http://${hosts.wallet}:${port}` };
}

/** Waits on a page of the wallet's host until the account has the card. */
const keptCard = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(async () => (await fetch('/account', { cache: 'no-store' })).text()))
    .toMatch(/končící na(\u00a0|&nbsp;)\d{4}/);

test('[2.30] [7.16] [2.14] a wallet on another host of the site sells for the shop, and the shop’s pages greet its buyer', async ({
  page,
  shop,
}) => {
  const { own, there } = origins(shop.origin);
  await openProduct(page, goods.plain.handle, own);
  await expect(walletButton(page)).toBeEnabled();
  await walletButton(page).click();
  await page.waitForURL(/payment=shop_pay&redirect_source=direct_checkout_product/, PARSED);
  expect(new URL(page.url()).origin).toBe(there);
  // The way back leads to the shop.
  await expect(send(page)).toBeEnabled();
  await page.getByRole('link', { name: 'Zpět do obchodu' }).click();
  await expect.poll(() => new URL(page.url()).origin).toBe(own);

  // From the cart, which the shop's host remembers.
  await openProduct(page, goods.plain.handle, own);
  await putInCart(page);
  await expect(walletButton(page)).toBeEnabled();
  await walletButton(page).click();
  await page.waitForURL(/payment=shop_pay&redirect_source=direct_checkout_cart/, PARSED);
  expect(new URL(page.url()).origin).toBe(there);
  await buyAndKeep(page, cards.approved);
  await confirmedOrder(page);
  // Back again: the order's page is the shop's.
  expect(new URL(page.url()).origin).toBe(own);
  await page.goto(`${there}/account`, PARSED);
  await keptCard(page);
  await page.goto(`${own}/cart`, PARSED);
  await expect(page.getByRole('heading', { level: 1, name: 'Košík je zatím prázdný' })).toBeVisible();

  // The shop's own host has no cookie of the wallet, and its pages show the card all the same.
  const known = await page.context().cookies(own);
  expect(known.filter(({ name }) => name.includes('wallet'))).toEqual([]);
  await openProduct(page, goods.plain.handle, own);
  await expect(walletButton(page)).toHaveAttribute('data-face', 'animation-complete');
  const face = page.frames().find((frame) => frame.url().startsWith(`${there}/services/`));
  await expect(face?.getByText('•• 1111') ?? page.getByText('no face')).toBeVisible();
  await walletButton(page).click();
  await page.waitForURL(/payment=shop_pay/, PARSED);
  await expect(page.getByText('Visa\u00a0••\u00a01111')).toBeVisible();
  await expect(orderButton(page)).toHaveText(/–/);
  await orderButton(page).click();
  await confirmedOrder(page);

  const totals = shop.orders().map(({ total }) => total);
  expect(totals).toHaveLength(2);
  const captured = shop.ledger().filter(({ event }) => /captur/i.test(event));
  expect(captured.map(({ amount }) => amount)).toEqual(totals);
});
