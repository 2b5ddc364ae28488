import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { buy, miniCart, openProduct, PARSED, putInCart } from './support/buyer.js';
import { goods } from './support/goods.js';
import { runs } from './support/selection.js';
import { minorOf } from './support/sums.js';
import { expect, test } from './support/test.js';

const search = (page: Page) => page.getByRole('search').getByRole('searchbox', { name: 'Co hledáte' });

const addButton = (page: Page) => page.getByRole('button', { name: 'Přidat do košíku' });

/** Opens the mini cart. Before the page's script has run, the form would lead to the cart's page. */
async function openMiniCart(page: Page): Promise<void> {
  await openProduct(page, goods.plain.handle);
  await expect(page.locator('form[data-mini-cart-ready]')).toBeAttached();
  await addButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(miniCart(page)).toBeVisible();
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Slevový kód' });

async function enterCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Uplatnit slevový kód' }).click();
}

test(
  '[B.09] goods are found by words without diacritics, and bought',
  runs({ phone: true }),
  async ({ page }) => {
    await page.goto('/', PARSED);
    await search(page).fill('smaltovany HRNEK');
    await search(page).press('Enter');
    await page.waitForURL(/\/search\?q=/, PARSED);
    await expect(search(page)).toHaveValue('smaltovany HRNEK');
    await expect(page.getByRole('status').filter({ hasText: 'Našli jsme 1 věc' })).toBeVisible();
    await page.getByRole('link', { name: 'Smaltovaný hrnek s modrým okrajem' }).click();
    await page.waitForURL(/\/products\/smaltovany-hrnek$/, PARSED);
    await buy(page);
  },
);

test('[B.09] a collection is reached by the menu and by the list of all goods', async ({ page }) => {
  await page.goto('/', PARSED);
  const menu = page.getByRole('navigation', { name: 'Hlavní nabídka' });
  await menu.getByRole('link', { name: 'Dárek' }).click();
  await page.waitForURL(/\/collections\/darek$/, PARSED);
  await expect(page.getByRole('heading', { name: 'Dárek', level: 1 })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Dárek' })).toHaveAttribute('aria-current', 'page');
  const steps = page.getByRole('navigation', { name: 'Drobečková navigace' });
  await steps.getByRole('link', { name: 'Zboží' }).click();
  await page.waitForURL(/\/collections$/, PARSED);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Ze\sspíže/ })
    .click();
  await page.waitForURL(/\/collections\/ze-spize$/, PARSED);
  await expect(page.getByRole('link', { name: 'Lipový med od pana Kučery' })).toBeVisible();
});

test('[3.02] the structured data are JSON and say the price of the variant that the page shows', async ({
  page,
}) => {
  for (const variant of ['', '?variant=']) {
    await openProduct(page, goods.variants.handle);
    if (variant !== '') {
      const last = page.getByRole('link', { name: 'XL' });
      await last.click();
      await expect(page).toHaveURL(/variant=/);
      await page.reload(PARSED);
    }
    const shown = await page.locator('[data-live=price] .price__current').innerText();
    const offer = await page.evaluate(() => {
      const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
      const data = JSON.parse(text) as { '@graph': { offers: { price: string; priceCurrency: string } }[] };
      return data['@graph'][0]?.offers;
    });
    expect(minorOf(offer?.price ?? '')).toBe(minorOf(shown));
    expect(offer?.priceCurrency).toBe('CZK');
  }
});

test(
  '[2.02] the mini cart by keyboard: added, read, closed, the focus back where it was',
  runs({ phone: true }),
  async ({ page }) => {
    await openMiniCart(page);
    await expect(page.getByRole('heading', { name: 'Přidáno do košíku' })).toBeFocused();
    await expect(miniCart(page).getByRole('listitem')).toContainText('Smaltovaný hrnek s modrým okrajem');
    const price = await miniCart(page).locator('.mini-cart__price').innerText();
    await expect(miniCart(page).locator('[data-mini-cart-total]')).toHaveText(price);
    await expect(page.locator('.cart-link__count')).toHaveText('1');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(miniCart(page)).toBeHidden();
    await expect(addButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(miniCart(page)).toBeVisible();
    await expect(page.locator('.cart-link__count')).toHaveText('2');
    await miniCart(page)
      .getByRole('button', { name: /^Pokračovat k\sobjednávce/ })
      .focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/checkout\//, PARSED);
  },
);

test('[2.02] a refused addition says why on a page, as without scripts', async ({ page }) => {
  await openProduct(page, goods.plain.handle);
  await expect(page.locator('form[data-mini-cart-ready]')).toBeAttached();
  await page.getByLabel('Počet kusů').fill('-3');
  await addButton(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(miniCart(page)).toHaveCount(0);
});

test('[2.02] a lost answer leads to the cart, and adds nothing twice', async ({ page }) => {
  await openProduct(page, goods.plain.handle);
  await expect(page.locator('form[data-mini-cart-ready]')).toBeAttached();
  await page.route('**/cart/add.js', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await addButton(page).click();
  await page.waitForURL(/\/cart$/, PARSED);
  await expect(page.locator('[data-cart-items]')).toHaveText('1 kus');
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('[3.03] a right code lowers the price, and a wrong one says why and stays in the field', async ({
      page,
    }) => {
      await openProduct(page, goods.plain.handle);
      await putInCart(page);
      const total = page.locator('[data-cart-subtotal]');
      const minor = async (): Promise<number> => Number(minorOf(await total.innerText()));
      const before = await minor();
      await enterCode(page, 'SOJKA1OO');
      await expect(page.getByText('Slevový kód SOJKA1OO neznáme.')).toBeVisible();
      await expect(codeField(page)).toHaveValue('SOJKA1OO');
      await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
      await expect(codeField(page)).toHaveAccessibleDescription('Slevový kód SOJKA1OO neznáme.');
      await enterCode(page, 'SOJKA100');
      await expect(page.locator('[data-code]')).toContainText('Slevový kód SOJKA100');
      await expect(codeField(page)).toHaveValue('');
      await expect.poll(minor).toBe(before - 10_000);
      await page.getByRole('button', { name: 'Odebrat kód SOJKA100' }).click();
      await expect(page.locator('[data-code]')).toHaveCount(0);
      await expect.poll(minor).toBe(before);
    });

    test('[3.03] [B.09] after a code was sent, the reader is where the codes are', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 560 });
      await openProduct(page, goods.plain.handle);
      await putInCart(page);
      const place = page.getByRole('group', { name: 'Slevové kódy' });
      await enterCode(page, 'SOJKA1OO');
      await expect(codeField(page)).toHaveAccessibleDescription('Slevový kód SOJKA1OO neznáme.');
      await expect(codeField(page)).toBeFocused();
      await expect(codeField(page)).toBeInViewport();
      await enterCode(page, 'SOJKA100');
      await expect(place).toHaveAccessibleDescription('Slevový kód jsme uplatnili.');
      await expect(place).toBeFocused();
      await expect(place.getByText('Slevový kód jsme uplatnili.')).toBeInViewport();
      await page.getByRole('button', { name: 'Odebrat kód SOJKA100' }).click();
      await expect(page.locator('[data-code]')).toHaveCount(0);
      await expect(place).toBeFocused();
      await expect(codeField(page)).toBeInViewport();
    });
  });
}

test('[B.09] on a tablet, logo, search and cart share a line', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/', PARSED);
  const middles = await page.locator('.logo, .search, .cart-link').evaluateAll((elements) =>
    elements.map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return Math.round(top + height / 2);
    }),
  );
  expect(middles).toHaveLength(3);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
});

test('[B.09] a phone whose text is twice as large: nothing overlaps, is squeezed or leaves the page', async ({
  page,
}) => {
  // Half the width at the usual size: for the page's rules, which count in rem, both are the same.
  await page.setViewportSize({ width: 195, height: 422 });
  await page.goto('/policies/doprava-a-platba', PARSED);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const overlaps = await page.locator('.logo__name, .cart-link').evaluateAll((elements) => {
    const [logo, cart] = elements.map((element) => element.getBoundingClientRect());
    if (!logo || !cart) throw new Error('the header is incomplete');
    return logo.bottom > cart.top && logo.right > cart.left;
  });
  expect(overlaps).toBe(false);
  await openMiniCart(page);
  const name = miniCart(page).locator('.mini-cart__name');
  expect((await name.boundingBox())?.width).toBeGreaterThan(80);
});

test('[4.03] sold-out goods have no quantity to choose, and others have', async ({ page }) => {
  await openProduct(page, goods.soldOut.handle);
  await expect(page.locator('[name=add]')).toBeDisabled();
  await expect(page.getByLabel('Počet kusů')).toBeHidden();
  await openProduct(page, goods.plain.handle);
  await expect(page.getByLabel('Počet kusů')).toBeVisible();
});

const alertField = (page: Page): Locator => page.getByLabel('Napište mi, až bude zase skladem');

test(
  '[B.13] only sold-out variants can be watched, and a wrong address says why',
  runs({ phone: true }),
  async ({ page }) => {
    await openProduct(page, goods.variants.handle);
    await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
    await expect(alertField(page)).toHaveCount(0);
    await page.getByRole('link', { name: /^XL/ }).click();
    await page.getByRole('link', { name: /^Modrá/ }).click();
    await expect(alertField(page)).toBeVisible();
    await alertField(page).fill('jana');
    await page.getByRole('button', { name: 'Hlídat dostupnost' }).click();
    await expect(alertField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(alertField(page)).toHaveValue('jana');
    await expect(alertField(page)).toHaveAccessibleDescription(/e-mail/i);
    expect(await accessibilityFaults(page)).toEqual([]);
    await alertField(page).fill('jana@example.cz');
    await alertField(page).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Žádost o hlídání máme.' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('hlidani')).toBe('ano');
    await page.getByRole('link', { name: /^Rezavá/ }).click();
    await page.getByRole('link', { name: /^M(,|$)/ }).click();
    await expect(alertField(page)).toHaveCount(0);
  },
);

const places: [string, (page: Page) => Promise<unknown>][] = [
  ['a search', (page) => page.goto('/search?q=do', PARSED)],
  ['a search without results', (page) => page.goto('/search?q=ponorka', PARSED)],
  ['a search for nothing', (page) => page.goto('/search', PARSED)],
  ['all collections', (page) => page.goto('/collections', PARSED)],
  ['a collection', (page) => page.goto('/collections/ze-spize', PARSED)],
  ['a collection that is not there', (page) => page.goto('/collections/neni', PARSED)],
  ['the mini cart', openMiniCart],
  ['a form to watch sold-out goods', (page) => openProduct(page, goods.soldOut.handle)],
  [
    'a refused code',
    async (page) => {
      await openProduct(page, goods.plain.handle);
      await putInCart(page);
      await enterCode(page, 'SOJKA1OO');
      await expect(page.getByText('Slevový kód SOJKA1OO neznáme.')).toBeVisible();
    },
  ],
];

for (const [place, open] of places) {
  test(`[B.09] ${place}: accessible, within 320 px, and with text twice as large within a phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
}
