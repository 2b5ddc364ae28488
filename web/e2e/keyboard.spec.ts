import type { Page } from '@playwright/test';
import { applePay } from './support/apple-pay.js';
import { amazonPlacements, paying } from './support/amazon.js';
import { buyNow, cards, confirmedOrder, miniCart, openProduct, order, PARSED } from './support/buyer.js';
import { googlePay } from './support/google-pay.js';
import { goods } from './support/goods.js';
import {
  chooseByArrows,
  expectFocusKept,
  pressByKey,
  skipToContent,
  tabTo,
  typeInto,
} from './support/keyboard.js';
import { agreeing, inCheckout, windowReady } from './support/paypal.js';
import { picker } from './support/picker.js';
import { offered, placements, walletButton } from './support/placements.js';
import { runs } from './support/selection.js';
import type { Shop } from './support/shop.js';
import { due } from './support/sums.js';
import { expect, test } from './support/test.js';

const [productPage, cartPage] = placements;
const [amazonPage] = amazonPlacements();
if (!productPage || !cartPage || !amazonPage) throw new Error('placements are missing');

/** Asserts that the confirmation shows the only order. */
async function bought(page: Page, shop: Shop): Promise<void> {
  const number = await confirmedOrder(page);
  expect(shop.orders().map((one) => one.number)).toEqual([number]);
}

/** Fills contact and address in the checkout, and chooses PPL. */
async function fillByKeys(page: Page): Promise<void> {
  for (const [label, text] of [
    ['E-mail', 'jana.novakova@example.cz'],
    ['Telefon', '777123456'],
    ['Jméno', 'Jana'],
    ['Příjmení', 'Nováková'],
    ['Ulice a číslo popisné', 'Údolní 12'],
    ['PSČ', '60200'],
    ['Město', 'Brno'],
  ] as const)
    await typeInto(page, page.getByLabel(label), text);
  await choosePpl(page);
}

/** Chooses PPL, and waits until the sum contains it. */
async function choosePpl(page: Page): Promise<void> {
  const before = await due(page).innerText();
  await chooseByArrows(page, page.getByRole('radio', { name: /PPL/ }));
  await expect(due(page)).not.toHaveText(before);
}

/** Adds the goods of the open page, and leaves the mini cart by one of its links. */
async function addByKeys(page: Page, onwards: string | RegExp): Promise<void> {
  await expect(page.locator('form[data-mini-cart-ready]')).toBeAttached();
  await skipToContent(page);
  await pressByKey(page, page.getByRole('button', { name: 'Přidat do košíku' }));
  await expect(miniCart(page)).toBeVisible();
  await expectFocusKept(page);
  await pressByKey(page, miniCart(page).getByRole('link', { name: onwards }));
}

test('[B.09] by keyboard alone: from a product to the confirmation, by card', async ({ page, shop }) => {
  await openProduct(page, goods.plain.handle);
  await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
  await skipToContent(page);
  await pressByKey(page, buyNow(page));
  await page.waitForURL(/\/checkout\//, PARSED);
  await fillByKeys(page);
  await chooseByArrows(page, page.getByRole('radio', { name: /kart/i }));
  const fields = page.frameLocator('iframe[src*="hosted-fields"]');
  await typeInto(page, fields.getByLabel('Číslo karty'), cards.approved);
  await typeInto(page, fields.getByLabel(/Platnost/), '1234');
  await typeInto(page, fields.getByLabel(/CVC/), '123');
  await typeInto(page, fields.getByLabel('Jméno na kartě'), 'Jana Nováková');
  await pressByKey(page, page.getByRole('button', { name: order }));
  await bought(page, shop);
});

test('[B.09] by keyboard alone: from the mini cart and the cart’s page, by transfer', async ({
  page,
  shop,
}) => {
  await openProduct(page, goods.plain.handle);
  await addByKeys(page, 'Zobrazit košík');
  await page.waitForURL(/\/cart(?:\?|$)/, PARSED);
  await skipToContent(page);
  const increase = page.getByRole('button', { name: /^Přidat kus/ });
  await pressByKey(page, increase);
  await expect(page.getByText('2 kusy', { exact: true }).first()).toBeVisible();
  await expect(increase).toBeFocused();
  await pressByKey(page, page.getByRole('button', { name: /^Pokračovat/ }));
  await page.waitForURL(/\/checkout\//, PARSED);
  await fillByKeys(page);
  await chooseByArrows(page, page.getByRole('radio', { name: /převod/i }));
  await pressByKey(page, page.getByRole('button', { name: order }));
  await bought(page, shop);
});

// Meta Pay's sheet has such a test beside its other ones.
for (const { wallet, shopOptions } of [
  { wallet: googlePay, shopOptions: { googlePay: true } },
  { wallet: applePay, shopOptions: { googlePay: false, applePay: true } },
]) {
  test.describe(wallet.name, () => {
    test.use({ shopOptions });

    test(
      `[B.09] by keyboard alone: from a product to the confirmation, in ${wallet.name}'s sheet`,
      runs({ release: true }),
      async ({ page, shop }) => {
        await openProduct(page, goods.plain.handle);
        await offered(page, productPage);
        await skipToContent(page);
        await pressByKey(page, walletButton(page, productPage));
        await wallet.sheetReady(page);
        await expectFocusKept(page);
        await pressByKey(page, wallet.sheet(page).getByRole('button', { name: 'Zaplatit' }));
        await bought(page, shop);
      },
    );
  });
}

test.describe('PayPal', () => {
  test.use({ shopOptions: { googlePay: false, payPal: true } });

  test('[B.09] by keyboard alone: from a product to the confirmation, in PayPal’s window', async ({
    page,
    shop,
  }) => {
    await openProduct(page, goods.plain.handle);
    await offered(page, productPage);
    await skipToContent(page);
    const opening = page.waitForEvent('popup');
    await pressByKey(page, walletButton(page, productPage));
    const window = await opening;
    await windowReady(window);
    await tabTo(window, agreeing(window));
    const closed = window.waitForEvent('close');
    // The window may close before the key is answered.
    await Promise.any([window.keyboard.press('Enter'), closed]);
    await closed;
    await inCheckout(page);
    await choosePpl(page);
    await pressByKey(page, page.getByRole('button', { name: order }));
    await bought(page, shop);
  });
});

test.describe('Amazon Pay', () => {
  test.use({ shopOptions: { googlePay: false, amazonPay: true } });

  test(
    '[B.09] by keyboard alone: from a product to the confirmation, on Amazon’s pages',
    runs({ release: true }),
    async ({ page, shop }) => {
      await openProduct(page, goods.plain.handle);
      const countries = page.getByRole('combobox', { name: 'Země a měna' });
      await tabTo(page, countries, 'Shift+Tab');
      await page.keyboard.type('Slov');
      await pressByKey(page, page.getByRole('button', { name: 'Změnit zemi' }));
      await expect(countries.locator('option:checked')).toHaveText(/^Slovensko/);
      await offered(page, amazonPage);
      await skipToContent(page);
      await pressByKey(page, walletButton(page, amazonPage));
      await page.waitForURL(/\/amazon-pay\/choose/, PARSED);
      await pressByKey(page, picker(page, 'Kupující'));
      await chooseByArrows(page, page.locator('input[value="zuzana"]'));
      await page.keyboard.press('Enter');
      await pressByKey(page, page.getByRole('button', { name: 'Přihlásit se', exact: true }));
      await expect(page.getByText('Přihlášený kupující')).toBeVisible();
      await expectFocusKept(page);
      await pressByKey(page, page.getByRole('button', { name: 'Pokračovat do obchodu' }));
      await page.waitForURL(/\/checkout\//, PARSED);
      await pressByKey(page, page.getByRole('button', { name: order }));
      await page.waitForURL(/\/amazon-pay\/pay/, PARSED);
      await pressByKey(page, paying(page));
      await bought(page, shop);
    },
  );
});
