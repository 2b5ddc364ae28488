import type { Locator, Page } from '@playwright/test';
import { amazonPlacements, paying } from './support/amazon.js';
import { applePay } from './support/apple-pay.js';
import { expectCharged } from './support/books.js';
import { buyNow, cards, confirmedOrder, miniCart, openProduct, order, PARSED } from './support/buyer.js';
import { googlePay } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { chooseRadio, enter, expectFocusSeen, pickByKeyboard, tabTo, typeInto } from './support/keyboard.js';
import { metaPay } from './support/meta-pay.js';
import { agreeing, windowReady } from './support/paypal.js';
import { offered, placements, walletButton } from './support/placements.js';
import { held, operation } from './support/routes.js';
import { runs } from './support/selection.js';
import type { Shop } from './support/shop.js';
import { due } from './support/sums.js';
import { expect, test } from './support/test.js';

// Everything is done by keys: none of these tests clicks, fills, checks or focuses. At every stop the focus is seen.

// A page has dozens of stops.
test.describe.configure({ timeout: 300_000 });

const [onProduct] = placements;
const [amazonOnProduct] = amazonPlacements();
if (!onProduct || !amazonOnProduct) throw new Error('placements are missing');

/** Who buys: what is typed into which field, in the page's order. */
const BUYER = [
  ['E-mail', 'jana.novakova@example.cz'],
  ['Telefon', '777123456'],
  ['Jméno', 'Jana'],
  ['Příjmení', 'Nováková'],
  ['Ulice a číslo popisné', 'Údolní 12'],
  ['PSČ', '60200'],
  ['Město', 'Brno'],
] as const;

const ordering = (page: Page): Locator => page.getByRole('button', { name: order });

async function enterBuyer(page: Page): Promise<void> {
  for (const [label, text] of BUYER) await typeInto(page, page.getByLabel(label), text);
}

/** Chooses a priced delivery option, and waits for its sum, which draws the page anew. */
async function chooseBrought(page: Page, delivery: RegExp): Promise<void> {
  const before = await due(page).innerText();
  await chooseRadio(page, page.getByRole('radio', { name: delivery }));
  await expect(due(page)).not.toHaveText(before);
  await expectFocusSeen(page);
}

async function choosePayment(page: Page, title: RegExp): Promise<void> {
  await chooseRadio(page, page.getByRole('radio', { name: title }));
  await expectFocusSeen(page);
}

/** Asserts that the page of a finished order can be walked, and that there is one order, charged as it says. */
async function isBought(page: Page, shop: Shop, { isCharged }: { isCharged: boolean }): Promise<void> {
  const number = await confirmedOrder(page);
  await page.keyboard.press('Tab');
  await expectFocusSeen(page);
  const orders = shop.orders();
  expect(orders.map((one) => one.number)).toEqual([number]);
  await expectCharged(shop, isCharged ? orders.map(({ total }) => total) : []);
}

/** Puts the product of the open page into the cart. Resolves to the mini cart, which takes the focus. */
async function addToCart(page: Page): Promise<Locator> {
  await expect(page.locator('form[data-mini-cart-ready]')).toBeAttached();
  await enter(page, page.getByRole('button', { name: 'Přidat do košíku' }));
  await expect(miniCart(page)).toBeVisible();
  await expectFocusSeen(page);
  return miniCart(page);
}

test.describe('by keyboard alone', () => {
  test('[B.09] by card: from the product through the gateway’s frame and the bank’s page', async ({
    page,
    shop,
  }) => {
    await openProduct(page, goods.plain.handle);
    await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
    await enter(page, buyNow(page));
    await page.waitForURL(/\/checkout\//, PARSED);
    await enterBuyer(page);
    await chooseBrought(page, /PPL/);
    await choosePayment(page, /kart/i);
    const frame = page.frameLocator('iframe[src*="hosted-fields"]');
    await typeInto(page, frame.getByLabel('Číslo karty'), cards.challenged);
    await typeInto(page, frame.getByLabel(/Platnost/), '1234');
    await typeInto(page, frame.getByLabel(/CVC/), '123');
    await typeInto(page, frame.getByLabel('Jméno na kartě'), 'Jana Novakova');
    await enter(page, ordering(page));
    await expect(page.getByRole('heading', { name: 'Potvrďte platbu kartou' })).toBeVisible();
    await enter(page, page.getByRole('button', { name: 'Potvrdit platbu' }));
    await isBought(page, shop, { isCharged: true });
  });

  test(
    '[B.09] by transfer: from the product over the mini cart and the cart page, with the focus on the wait',
    runs({ release: true }),
    async ({ page, shop }) => {
      await openProduct(page, goods.plain.handle);
      const added = await addToCart(page);
      await enter(page, added.getByRole('link', { name: 'Zobrazit košík' }));
      await page.waitForURL(/\/cart(?:\?|$)/, PARSED);
      await enter(page, page.getByRole('button', { name: /^Pokračovat k/ }));
      await page.waitForURL(/\/checkout\//, PARSED);
      await enterBuyer(page);
      await chooseBrought(page, /PPL/);
      await choosePayment(page, /převod/i);
      const release = await held(page, operation('cartSubmitForCompletion'));
      await enter(page, ordering(page));
      await expect(page.getByRole('status').filter({ hasText: 'Zpracováváme platbu' })).toBeFocused();
      release();
      await isBought(page, shop, { isCharged: false });
    },
  );

  test(
    '[B.09] by dobírka: from the mini cart, to a pick-up place',
    runs({ release: true }),
    async ({ page, shop }) => {
      await openProduct(page, goods.plain.handle);
      const added = await addToCart(page);
      await enter(page, added.getByRole('button', { name: /^Pokračovat k\sobjednávce/ }));
      await page.waitForURL(/\/checkout\//, PARSED);
      await enterBuyer(page);
      await chooseRadio(page, page.getByRole('radio', { name: /Zásilkovna, výdejní místo/ }));
      const search = page.getByRole('combobox', { name: 'Kde si zásilku vyzvednete' });
      await expect(search).toHaveAttribute('aria-autocomplete', 'list');
      await typeInto(page, search, 'olom');
      await expect(page.getByRole('option', { name: /Olomouc/ })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(search).toHaveValue('Olomouc, Galanterie Knoflík');
      await expectFocusSeen(page);
      await choosePayment(page, /Dobírk/);
      await enter(page, ordering(page));
      await isBought(page, shop, { isCharged: false });
    },
  );
});

/** The wallets with a sheet on the page. */
const sheets = [
  { wallet: googlePay, shopOptions: { googlePay: true }, isTypical: true },
  { wallet: applePay, shopOptions: { googlePay: false, applePay: true }, isTypical: false },
  { wallet: metaPay, shopOptions: { googlePay: false, metaPay: true }, isTypical: false },
] as const;

for (const { wallet, shopOptions, isTypical } of sheets)
  test.describe('by keyboard alone', () => {
    test.use({ shopOptions });

    test(
      `[B.09] with ${wallet.name}: another delivery option in the sheet`,
      runs({ release: !isTypical }),
      async ({ page, shop }) => {
        const sheet = wallet.sheet(page);
        await openProduct(page, goods.plain.handle);
        await offered(page, onProduct);
        await enter(page, walletButton(page, onProduct));
        await wallet.sheetReady(page);
        await expectFocusSeen(page);
        const before = await wallet.total(page);
        await chooseRadio(page, sheet.getByRole('radio', { name: /^Česká pošta/ }));
        await expect.poll(() => wallet.total(page)).not.toBe(before);
        await wallet.sheetReady(page);
        await expectFocusSeen(page);
        await enter(page, sheet.getByRole('button', { name: 'Zaplatit' }));
        await isBought(page, shop, { isCharged: true });
      },
    );
  });

test.describe('by keyboard alone', () => {
  test.use({ shopOptions: { googlePay: false, payPal: true } });

  test('[B.09] with PayPal: its window and the checkout after it', async ({ page, shop }) => {
    await openProduct(page, goods.plain.handle);
    await offered(page, onProduct);
    const opening = page.waitForEvent('popup');
    await enter(page, walletButton(page, onProduct));
    const window = await opening;
    await windowReady(window);
    await tabTo(window, agreeing(window));
    const closed = window.waitForEvent('close');
    // The window may close before the press is answered.
    await Promise.any([window.keyboard.press('Enter'), closed]);
    await closed;
    await page.waitForURL(/\/checkout\//, PARSED);
    await expect(page.getByRole('radio', { name: /PayPal/ })).toBeChecked();
    await chooseBrought(page, /PPL/);
    await enter(page, ordering(page));
    await isBought(page, shop, { isCharged: true });
  });
});

test.describe('by keyboard alone', () => {
  test.use({ shopOptions: { googlePay: false, amazonPay: true } });

  test(
    '[B.09] with Amazon Pay: the country, Amazon’s two pages and the checkout between them',
    runs({ release: true }),
    async ({ page, shop }) => {
      await openProduct(page, goods.plain.handle);
      const country = page.getByRole('combobox', { name: 'Země a měna' });
      await typeInto(page, country, 'Slovensko');
      await expect(country.locator('option:checked')).toHaveText(/^Slovensko/);
      await enter(page, page.getByRole('button', { name: 'Změnit zemi' }));
      await offered(page, amazonOnProduct);
      await enter(page, walletButton(page, amazonOnProduct));
      await page.waitForURL(/\/amazon-pay\/choose/, PARSED);
      await pickByKeyboard(page, 'Kupující', 'zuzana');
      await enter(page, page.getByRole('button', { name: 'Přihlásit se', exact: true }));
      await expect(page.getByText('Přihlášený kupující')).toBeVisible();
      await expectFocusSeen(page);
      await enter(page, page.getByRole('button', { name: 'Pokračovat do obchodu' }));
      await page.waitForURL(/\/checkout\//, PARSED);
      await expect(page.getByRole('radio', { name: /Amazon Pay/ })).toBeChecked();
      await expect(page.getByText('Celkem k úhradě', { exact: true })).toBeVisible();
      await enter(page, ordering(page));
      await page.waitForURL(/\/amazon-pay\/pay/, PARSED);
      await enter(page, paying(page));
      await isBought(page, shop, { isCharged: true });
    },
  );
});
