import type { Page } from '@playwright/test';
import {
  buy,
  cards,
  chooseDelivery,
  choosePayment,
  confirmedOrder,
  enterCard,
  openProduct,
  placeOrder,
  putInCart,
  shopIn,
} from './support/buyer.js';
import { pay, preset, sheet, sheetReady } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { readCode } from './support/qr-code.js';
import { openOffered, placements, press, type Placement } from './support/placements.js';
import type { Shop } from './support/shop.js';
import { due, excess, lastAmount, minorOf } from './support/sums.js';
import { expect, test } from './support/test.js';

const [productPage] = placements as [Placement];

/** Asserts that the amount shown was authorised, charged and ordered in this currency. */
function expectPaid(shop: Shop, currency: string, shown: string): void {
  const [order, ...others] = shop.orders();
  expect(others).toEqual([]);
  expect([order?.currency, minorOf(order?.total ?? '')]).toEqual([currency, shown]);
  const money = shop.ledger().filter(({ event }) => event === 'authorised' || event === 'captured');
  expect(money.length).toBeGreaterThan(0);
  for (const row of money) expect([row.currency, minorOf(row.amount)]).toEqual([currency, shown]);
}

async function fillSlovakAddress(page: Page): Promise<void> {
  for (const [label, text] of [
    ['E-mail', 'peter.horvath@example.com'],
    ['Telefon', '+421 905 123 456'],
    ['Jméno', 'Peter'],
    ['Příjmení', 'Horváth'],
    ['Ulice a číslo popisné', 'Hlavná 12'],
    ['Město', 'Košice'],
    ['PSČ', '040 01'],
  ] as const)
    await page.getByLabel(label).fill(text);
  await page.getByLabel('PSČ').blur();
}

test('[3.02] [4.09] a purchase in Slovakia by card: shown, authorised and ordered in euros', async ({
  page,
  shop,
}) => {
  await openProduct(page, goods.plain.handle);
  await shopIn(page, /^Slovensko/);
  await expect(page).toHaveURL(/\/products\//);
  await expect(page.locator('.price__current')).toHaveText('11,90\u00a0€');
  await expect(page.locator('accelerated-checkout')).toHaveAttribute('buyer-currency', 'EUR');
  await buy(page);
  // The page already showed euros, so the checkout has no change to announce.
  expect(new URL(page.url()).searchParams.get('wallet_currency_change')).toBeNull();
  await expect(page.getByLabel('Země')).toHaveValue('SK');
  await fillSlovakAddress(page);
  await chooseDelivery(page, /Balík do Evropy/);
  await enterCard(page, cards.approved);
  // The Slovak prices of mug and parcel: the chosen option is saved.
  await expect(due(page)).toHaveText(/^21,30\s€$/);
  const shown = minorOf(await due(page).innerText());
  await placeOrder(page);
  await confirmedOrder(page);
  expectPaid(shop, 'EUR', shown);
  expect(shop.orders()[0]?.market).toBe('slovensko');
});

test('[B.07] a transfer in euros has a code that banks of the euro area read', async ({ page, shop }) => {
  await openProduct(page, goods.plain.handle);
  await shopIn(page, /^Slovensko/);
  await buy(page);
  await fillSlovakAddress(page);
  await chooseDelivery(page, /Balík do Evropy/);
  await choosePayment(page, /převod/i);
  await expect(due(page)).toHaveText(/^21,30\s€$/);
  await placeOrder(page);
  const number = await confirmedOrder(page);

  const code = page.getByRole('img', { name: /QR/ });
  await expect(code).toBeVisible();
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Sojka a vnučka s.r.o.',
    'SK3099900000001991052008',
    'EUR21.30',
  ];
  expect(await readCode(code)).toBe([...lines, '', '', `/VS/${String(number)}`].join('\n'));
  await expect(page.getByText(`/VS/${String(number)}`)).toBeVisible();
  await expect(page.getByText('Evropský QR kód')).toBeVisible();
  expect(shop.orders()[0]?.payment.kind).toBe('awaiting_transfer');
});

test('[B.03] [4.09] the total in the checkout has the delivery after every change of the country', async ({
  page,
}) => {
  await openProduct(page, goods.plain.handle);
  await buy(page);
  for (const [country, currency, option] of [
    ['SK', /€/, /Balík do Evropy/],
    ['PL', /PLN/, /Balík do Evropy/],
    ['US', /US\$/, /Letecky/],
    ['SK', /€/, /Balík do Evropy/],
  ] as const) {
    await page.getByLabel('Země').selectOption(country);
    await expect(due(page)).toHaveText(currency);
    // One option is offered, so it is chosen without the buyer.
    await expect(page.getByRole('radio', { name: option })).toBeChecked();
    await expect.poll(() => excess(page)).toBe(0);
  }
});

test('[3.02] a country chosen without scripts applies to cart and pages', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.origin });
  const page = await context.newPage();
  await openProduct(page, goods.plain.handle);
  await putInCart(page);
  await expect(page.locator('[data-cart-subtotal]')).toContainText('Kč');
  await shopIn(page, /^Polsko/);
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.locator('[data-cart-subtotal]')).toContainText('zł');
  await expect(page.getByRole('combobox', { name: 'Země a měna' })).toHaveValue('PL');
  await page.goto('/');
  await expect(page.locator('.card__price').first()).toContainText('zł');
  await shopIn(page, /^Spojené státy/);
  await openProduct(page, goods.plain.handle);
  await expect(page.getByText('Cena je bez cla a daně')).toBeVisible();
  await context.close();
});

test.describe('with Google Pay', () => {
  test.use({ shopOptions: { googlePay: true } });

  test('[3.02] [B.03] a purchase in Slovakia: the sheet shows euros, which are charged and ordered', async ({
    page,
    shop,
  }) => {
    await preset(page, { buyer: 'sk' });
    await openProduct(page, goods.plain.handle);
    await shopIn(page, /^Slovensko/);
    await openOffered(page, productPage, goods.plain);
    await press(page, productPage);
    await sheetReady(page);
    const total = await lastAmount(sheet(page).getByRole('definition').last());
    expect(total).toContain('€');
    await pay(page);
    await confirmedOrder(page);
    expectPaid(shop, 'EUR', minorOf(total));
  });

  test('[4.09] an address in another market than the page’s leads to the checkout, which shows the changes', async ({
    page,
    shop,
  }) => {
    await preset(page, { buyer: 'sk' });
    await openOffered(page, productPage, goods.plain);
    await press(page, productPage);
    await page.waitForURL(
      (url) => url.pathname.startsWith('/checkout/') && url.searchParams.has('wallet_currency_change'),
    );
    await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible();
    expect(shop.orders()).toEqual([]);
    expect(shop.ledger()).toEqual([]);
  });
});
