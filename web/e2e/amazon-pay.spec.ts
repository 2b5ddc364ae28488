import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import {
  amazonPlacements,
  backInShop,
  cancelling,
  choose,
  expireSession,
  facts,
  orderShown,
  paying,
  pick,
  priced,
  showsZuzana,
  signIn,
  toAmazon,
  toConfirm,
} from './support/amazon.js';
import { buyNow, choosePayment, confirmedOrder, placeOrder } from './support/buyer.js';
import { goods } from './support/goods.js';
import { picker } from './support/picker.js';
import { openOffered, placements, walletButton } from './support/placements.js';
import { BOUGHT, NOTHING, product, type Absence, type Scenario } from './support/scenario.js';
import type { Shop } from './support/shop.js';
import { expect, test } from './support/test.js';
import { tryEverywhere } from './support/wallet-matrix.js';

const SCRIPT = '**/sandbox/amazon-pay/checkout.js';

const where = amazonPlacements();
const [productPage, , checkoutPage] = where;
if (!productPage || !checkoutPage) throw new Error('placements are missing');

/** The checkout says that nothing was charged, and has fields again. */
async function toldOfFailure(page: Page, reason: RegExp): Promise<void> {
  await page.waitForURL(/\/checkout\//);
  const said = page.locator('#submission-message');
  await expect(said).toContainText('Platba neproběhla');
  await expect(said).toContainText(reason);
  await expect(page.getByRole('radio', { name: /Amazon Pay/ })).toHaveCount(0);
  await expect(page.getByLabel('E-mail')).toHaveValue('zuzana.kovacova@example.sk');
  await expect(page.getByLabel('Město')).toHaveValue('Bratislava');
}

/** Changes the price of goods that have none of their own in Slovakia. Waits until the shop sells them for it. */
async function reprice(page: Page, shop: Shop): Promise<void> {
  const { handle } = goods.planned;
  const price = async (): Promise<string> => {
    const html = await (await page.request.get(`${shop.origin}/products/${handle}`)).text();
    return /price__current">([^<]+)/.exec(html)?.[1] ?? '';
  };
  const before = await price();
  shop.restock(handle, { 'Variant Price': '777' });
  await expect.poll(price).not.toBe(before);
}

/** A payment that ends without money, and then another one. */
const failing = (title: string, card: RegExp, reason: RegExp): Scenario => ({
  title: `[4.21] [8.03] ${title}: no order, the checkout says why, and another card pays`,
  books: BOUGHT,
  run: async ({ page, placement, shop }) => {
    await toAmazon(page, placement);
    await choose(page, card);
    await toConfirm(page);
    await paying(page).click();
    await toldOfFailure(page, reason);
    expect(shop.orders()).toEqual([]);
    expect(shop.ledger()).toEqual([]);
    // The text names the button, so it is there without loading the page again.
    await toAmazon(page, checkoutPage);
    await choose(page, /1111/);
    await orderShown(page, shop);
  },
});

/** Opens the checkout again while Amazon still waits for a decision, and wants to pay in another way. */
async function payOtherwise(page: Page, checkout: string): Promise<void> {
  await page.goto(checkout);
  await page.getByRole('button', { name: 'Zaplatit jinak' }).click();
  await expect(page.locator('#submission-message')).toContainText('Platba neproběhla');
  await expect(page.getByRole('radio', { name: /Amazon Pay/ })).toHaveCount(0);
  await expect(page.getByLabel('E-mail')).toHaveValue('zuzana.kovacova@example.sk');
}

const scenarios: readonly Scenario[] = [
  {
    title:
      '[1.03] [4.21] [7.13] [7.24] [B.03] chosen at Amazon, ordered in the checkout, confirmed at Amazon: one charge of the sum shown',
    books: BOUGHT,
    everywhere: true,
    run: async ({ page, placement, shop }) => {
      await toAmazon(page, placement);
      await choose(page);
      await showsZuzana(page);
      await orderShown(page, shop);
      expect(shop.orders()[0]).toMatchObject({ currency: 'EUR', market: 'slovensko' });
    },
  },
  {
    title: '[4.21] cancelled at Amazon before anything is chosen: the page with the button, as it was',
    books: NOTHING,
    everywhere: true,
    run: async ({ page, placement }) => {
      const { pathname } = new URL(page.url());
      await toAmazon(page, placement);
      await cancelling(page).click();
      await page.waitForURL((url) => url.pathname === pathname);
      await expect(walletButton(page, placement)).toBeEnabled();
    },
  },
  {
    title: '[4.21] [8.03] cancelled at Amazon instead of confirming: no order, and the fields are editable',
    books: NOTHING,
    run: async ({ page, placement }) => {
      await toAmazon(page, placement);
      await choose(page);
      const checkout = page.url();
      await toConfirm(page);
      await cancelling(page).click();
      await page.waitForURL((url) => !url.pathname.includes('/sandbox/'));
      await page.goto(checkout);
      await toldOfFailure(page, /Platba u\sAmazonu je zrušená.*neúčtovali/);
    },
  },
  {
    title:
      '[4.21] [8.03] cancelled at Amazon and back by the browser: nothing to confirm, and the way to the shop ends the payment',
    books: NOTHING,
    run: async ({ page, placement }) => {
      await toAmazon(page, placement);
      await choose(page);
      await toConfirm(page);
      const confirmation = page.url();
      await cancelling(page).click();
      await page.waitForURL((url) => !url.pathname.includes('/sandbox/'));
      await page.goto(confirmation);
      await expect(page.getByText('Tato platba už skončila.')).toBeVisible();
      await expect(page.getByRole('button')).toHaveCount(0);
      await page.getByRole('link', { name: 'Zpět do obchodu' }).click();
      await toldOfFailure(page, /neúčtovali/);
    },
  },
  failing('declined at Amazon', /3434/, /zamítnut|strženo/),
  failing('cancelled by Amazon for the buyer', /3064/, /neúčtovali/),
  // A shop that cannot wait for a decision gets no pending payment.
  failing('declined at once, where others wait and are then paid', /0701/, /zamítnut|strženo/),
  failing('declined at once, where others wait and are then declined', /4354/, /zamítnut|strženo/),
  {
    title: '[4.21] [8.03] the session expires before the buyer orders: refused, and the fields are editable',
    books: NOTHING,
    run: async ({ page, placement, shop }) => {
      await toAmazon(page, placement);
      await signIn(page, 'zuzana');
      const atAmazon = page.url();
      await backInShop(page);
      await priced(page);
      await expireSession(atAmazon, shop);
      await placeOrder(page);
      await toldOfFailure(page, /Amazon Pay se nepodařilo použít/);
    },
  },
  {
    title: '[4.21] the session expires while the buyer confirms: Amazon says so, and nothing is ordered',
    books: NOTHING,
    run: async ({ page, placement, shop }) => {
      await toAmazon(page, placement);
      await choose(page);
      const checkout = page.url();
      await toConfirm(page);
      await expireSession(page.url(), shop);
      await page.reload();
      await expect(page.getByText('Tato platba už skončila.')).toBeVisible();
      await page.goto(checkout);
      await toldOfFailure(page, /strženo/);
    },
  },
  {
    title:
      '[4.21] [8.03] the checkout opened again before a decision at Amazon: another way to pay, and nothing is charged',
    books: NOTHING,
    run: async ({ page, placement }) => {
      await toAmazon(page, placement);
      await choose(page);
      const checkout = page.url();
      await toConfirm(page);
      await payOtherwise(page, checkout);
    },
  },
  {
    title:
      '[4.21] [7.13] the price changes while the buyer is in the checkout: the new sum is shown, confirmed and charged',
    books: BOUGHT,
    goods: goods.planned,
    run: async ({ page, placement, shop }) => {
      await toAmazon(page, placement);
      await choose(page);
      const before = await priced(page);
      await reprice(page, shop);
      await placeOrder(page);
      await expect(page.locator('#submission-message')).toContainText('Cena se změnila');
      expect(shop.ledger()).toEqual([]);
      expect(await priced(page)).not.toBe(before);
      await orderShown(page, shop);
    },
  },
  {
    title: '[4.21] the price changes while the buyer confirms: what was confirmed is charged and ordered',
    books: BOUGHT,
    goods: goods.planned,
    run: async ({ page, placement, shop }) => {
      await toAmazon(page, placement);
      await choose(page);
      const shown = await toConfirm(page);
      await reprice(page, shop);
      await paying(page).click();
      await confirmedOrder(page);
      expect(shop.orders()[0]?.total.replace('.', '')).toBe(shown);
    },
  },
  {
    title:
      '[4.21] an address book without an address that the shop delivers to: Amazon says so, and another buyer goes on',
    books: NOTHING,
    run: async ({ page, placement }) => {
      await toAmazon(page, placement);
      await signIn(page, 'oliver');
      await expect(page.getByText('Na žádnou z adres tohoto kupujícího obchod nedoručuje.')).toBeVisible();
      await page.getByRole('button', { name: 'Přihlásit se jako někdo jiný' }).click();
      await choose(page);
      await showsZuzana(page);
    },
  },
  {
    title: '[4.21] back to Amazon and here again: the same choice, and one charge',
    books: BOUGHT,
    run: async ({ page, placement, shop }) => {
      await toAmazon(page, placement);
      await choose(page);
      await priced(page);
      await page.goBack();
      await page.waitForURL(/\/amazon-pay\/choose/);
      await backInShop(page);
      await showsZuzana(page);
      await orderShown(page, shop);
    },
  },
  {
    title:
      '[4.21] the choice is taken on in another browser, too: nothing is ordered there, and the first one goes on',
    books: BOUGHT,
    run: async ({ page, placement, shop }) => {
      await toAmazon(page, placement);
      await signIn(page, 'zuzana');
      const browser = page.context().browser();
      if (!browser) throw new Error('there is no browser');
      const other = await browser.newPage({ baseURL: shop.origin });
      await other.goto(page.url());
      await other.getByRole('button', { name: 'Pokračovat do obchodu' }).click();
      await other.waitForURL((url) => !url.pathname.includes('/sandbox/'));
      await other.context().close();
      expect(shop.orders()).toEqual([]);
      await backInShop(page);
      await showsZuzana(page);
      await orderShown(page, shop);
    },
  },
  {
    title: '[4.21] the buyer changes the card at Amazon: the other card is confirmed',
    books: BOUGHT,
    run: async ({ page, placement, shop }) => {
      await toAmazon(page, placement);
      await choose(page, /3434/);
      await page.getByRole('button', { name: 'Změnit kartu' }).click();
      await page.waitForURL(/changeAction=changePayment/);
      await expect(picker(page, 'Doručovací adresa')).toHaveCount(0);
      await pick(page, 'Karta', /4444/);
      await backInShop(page);
      await showsZuzana(page);
      await orderShown(page, shop);
    },
  },
  {
    title:
      '[4.21] Amazon’s script does not come back: the reason, and another payment method with editable fields',
    books: { orders: 1, charged: 0, sold: 1 },
    run: async ({ page, placement }) => {
      await toAmazon(page, placement);
      await page.route(SCRIPT, (route) => route.fulfill({ status: 404, body: '' }));
      await choose(page);
      await showsZuzana(page);
      await expect(page.getByText('Amazon se nám teď nedaří otevřít')).toBeVisible();
      await page.getByRole('button', { name: 'Zaplatit jinak' }).click();
      await expect(page.getByLabel('E-mail')).toHaveValue('zuzana.kovacova@example.sk');
      await page.getByLabel('Město').fill('Košice');
      await choosePayment(page, /Bankovní převod/);
      await priced(page);
      await placeOrder(page);
      await confirmedOrder(page);
    },
  },
  {
    title:
      '[5.15] [4.21] a subscription: checkout and Amazon name the later payments, and the permission is kept',
    books: BOUGHT,
    goods: goods.weekly,
    run: async ({ page, placement, shop }) => {
      await toAmazon(page, placement);
      await signIn(page, 'zuzana');
      await expect(page.getByText(/Opakované platby: až .*€ jednou za 1 týden/)).toBeVisible();
      await backInShop(page);
      await showsZuzana(page);
      await expect(page.getByText('Další platby vám budeme strhávat automaticky').first()).toBeAttached();
      await orderShown(page, shop);
      const details = shop.orders()[0]?.timeline.map(({ detail }) => detail ?? '') ?? [];
      expect(details.join()).toMatch(/mandate (?!none)\S+/);
    },
  },
];

const absences: readonly Absence[] = [
  {
    title: '[4.25] its script cannot be loaded',
    prepare: (page) => page.route(SCRIPT, (route) => route.fulfill({ status: 404, body: '' })),
  },
];

test.use({ shopOptions: { googlePay: false, amazonPay: true } });

tryEverywhere({ wallet: { name: 'Amazon Pay' }, scenarios, absences, where });

for (const placement of placements)
  test(`[4.21] [7.13] Amazon takes no koruny: the ${placement.name} page offers no Amazon Pay, and sells without it`, async ({
    page,
  }) => {
    await placement.open(page, product);
    const button = walletButton(page, { ...placement, wallet: /Amazon Pay/ });
    if (placement.name === 'product') await expect(buyNow(page)).toBeEnabled();
    else await expect(page.getByRole('button', { name: /^Pokračovat|^Objednat/ })).toBeEnabled();
    await expect(button).toHaveCount(0);
  });

test('[4.21] the buyer changes the address at Amazon: the cart takes it, and no earlier text of this tab', async ({
  page,
  shop,
}) => {
  const [start] = amazonPlacements(/^Spojené státy/);
  if (!start) throw new Error('placements are missing');
  await openOffered(page, start, product);
  await toAmazon(page, start);
  await signIn(page, 'mary');
  await pick(page, 'Doručovací adresa', /Seattle/);
  await backInShop(page);
  await expect(facts(page)).toContainText(['410 Terry Ave N']);
  await page.getByLabel('Poznámka k objednávce').fill('Zvoňte');
  await page.getByRole('button', { name: 'Změnit adresu' }).click();
  await page.waitForURL(/changeAction=changeAddress/);
  await expect(picker(page, 'Karta')).toHaveCount(0);
  await pick(page, 'Doručovací adresa', /Anchorage/);
  await backInShop(page);
  await expect(facts(page)).toContainText(['12 Spruce Rd']);
  await expect(page.getByLabel('Poznámka k objednávce')).toHaveValue('Zvoňte');
  await page.getByRole('button', { name: 'Změnit adresu' }).click();
  await page.waitForURL(/changeAction=changeAddress/);
  await pick(page, 'Doručovací adresa', /Seattle/);
  await page.getByRole('button', { name: 'Zpět do obchodu beze změny' }).click();
  await page.waitForURL(/\/checkout\//);
  await expect(facts(page)).toContainText(['12 Spruce Rd']);
  await orderShown(page, shop);
});

test('[4.21] another payment method: the fields are editable and keep Amazon’s values', async ({ page }) => {
  await openOffered(page, productPage, product);
  await toAmazon(page, productPage);
  await choose(page);
  await showsZuzana(page);
  await choosePayment(page, /Bankovní převod/);
  await expect(page.getByLabel('E-mail')).toHaveValue('zuzana.kovacova@example.sk');
  await expect(page.getByLabel('Ulice a číslo popisné')).toHaveValue('Obchodná 14');
  await choosePayment(page, /Amazon Pay/);
  await showsZuzana(page);
  await page.reload();
  await showsZuzana(page);
});

test('[B.09] [4.21] the choice from Amazon is accessible, and its buttons work by keyboard', async ({
  page,
}) => {
  await openOffered(page, productPage, product);
  await toAmazon(page, productPage);
  await choose(page);
  const change = page.getByRole('button', { name: 'Změnit adresu' });
  await expect(change).toBeEnabled();
  expect(await accessibilityFaults(page)).toEqual([]);
  await change.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/changeAction=changeAddress/);
  await expect(picker(page, 'Doručovací adresa')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});
