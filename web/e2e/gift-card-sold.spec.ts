import type { Page } from '@playwright/test';
import {
  buy,
  cards,
  choosePayment,
  confirmedOrder,
  enterCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
  reachPayment,
} from './support/buyer.js';
import { ask } from './support/api.js';
import { goods } from './support/goods.js';
import type { Shop } from './support/shop.js';
import { unfoldSummary } from './support/sums.js';
import { expect, test } from './support/test.js';

/** A demo product that these tests sell as a gift card: nothing to ship, 1 450 Kč. */
const VOUCHER = { handle: 'poukaz-kurz-pleteni', price: '1450.00' };

/** Turns the product into a gift card, and waits until the shop has imported the feed. */
async function sellGiftCards(shop: Shop): Promise<void> {
  shop.restock(VOUCHER.handle, { 'Gift Card': 'true' });
  const query = `{ product(handle: "${VOUCHER.handle}") { isGiftCard } }`;
  await expect.poll(async () => (await ask(shop, { query })).text()).toContain('"isGiftCard":true');
}

/** Buys a gift card by card. Resolves to the code on the order's page. */
async function buyGiftCard(page: Page): Promise<string> {
  await openProduct(page, VOUCHER.handle);
  await buy(page);
  await fillContactAndAddress(page);
  // The gift card is valid from the order on, so the checkout offers no later payment.
  await expect(page.getByRole('radio', { name: /Dobírk|převod/i })).toHaveCount(0);
  await enterCard(page, cards.approved);
  await placeOrder(page);
  await confirmedOrder(page);
  await expect(page.getByText(/Kódy? (?:dárkov|si uložte)/).first()).toBeVisible();
  const row = page.getByText(/^Dárková karta na 1\s450\sKč$/).locator('xpath=following-sibling::dd');
  const [code = ''] = /[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){3}/.exec(await row.innerText()) ?? [];
  return code;
}

test('[3.03] a gift card is bought by card, the order shows its code, and the code pays for one other cart', async ({
  page,
  shop,
}) => {
  await sellGiftCards(shop);
  const code = await buyGiftCard(page);
  expect(code).toHaveLength(19);
  const [sold, ...others] = shop.soldGiftCards();
  expect(others).toEqual([]);
  expect(sold).toMatchObject({
    lastCharacters: code.slice(-4),
    initial: VOUCHER.price,
    balance: VOUCHER.price,
    order: shop.orders()[0]?.number,
  });
  // The list of gift cards omits the code. The merchant can request the code to send it.
  const [order] = shop.orders();
  const told = order?.timeline.filter(({ event }) => event === 'gift_cards_sold') ?? [];
  expect(told.map(({ detail }) => detail)).toEqual([`...${code.slice(-4)} ${VOUCHER.price} CZK`]);
  expect(JSON.stringify(shop.orders())).not.toContain(code);
  expect(shop.giftCardsToSend(order?.number ?? 0)).toMatchObject({
    email: 'jana.novakova@example.cz',
    giftCards: [{ code, amount: VOUCHER.price }],
  });
  // A reload shows the same card and creates no other.
  await page.reload();
  await expect(page.getByText(code)).toBeVisible();
  expect(shop.soldGiftCards()).toHaveLength(1);

  // The code pays once the money is captured.
  await expect.poll(() => shop.orders()[0]?.timeline.map(({ event }) => event)).toContain('captured');
  await reachPayment(page, goods.plain.handle);
  await unfoldSummary(page);
  const field = page.getByLabel('Slevový kód nebo dárková karta', { exact: true }).getByRole('textbox');
  await field.fill(code.toLowerCase().replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Použít' }).click();
  await expect(page.getByText(`Dárková karta …${code.slice(-4)}`).first()).toBeVisible();
  await placeOrder(page);
  await confirmedOrder(page);

  // Mug and PPL cost 408 Kč. The card pays all of it.
  const [paid] = shop.orders();
  expect(paid?.giftCards).toMatchObject([{ lastCharacters: code.slice(-4), amount: '408.00' }]);
  expect(paid?.total).toBe('0.00');
  expect(shop.soldGiftCards().map(({ balance }) => balance)).toEqual(['1042.00']);
  const captured = shop.ledger().filter(({ event }) => event === 'captured');
  expect(captured.map(({ amount }) => amount)).toEqual([VOUCHER.price]);
});

test('[3.03] a failed payment creates no order and no gift card', async ({ page, shop }) => {
  await sellGiftCards(shop);
  await openProduct(page, VOUCHER.handle);
  await buy(page);
  await fillContactAndAddress(page);
  await choosePayment(page, /kart/i);
  await enterCard(page, cards.declined);
  await placeOrder(page);
  await expect(page.getByText(/zamítl|odmítl/i).first()).toBeVisible();
  expect(shop.orders()).toEqual([]);
  expect(shop.soldGiftCards()).toEqual([]);
});
