import type { Locator, Page, Request, Route } from '@playwright/test';
import { cancel, SDK, sheet, sheetReady } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { openOffered, type Placement, placements, press, walletButton } from './support/placements.js';
import { runs } from './support/selection.js';
import { minorOf } from './support/sums.js';
import { expect, test } from './support/test.js';

test.use({ shopOptions: { googlePay: true } });

const [, cart, checkout] = placements as [unknown, Placement, Placement];

const quantity = (page: Page): Locator => page.getByRole('spinbutton', { name: /^Počet kusů/ });
const increase = (page: Page): Locator => page.getByRole('button', { name: /^Přidat kus/ });
const decrease = (page: Page): Locator => page.getByRole('button', { name: /^Ubrat kus/ });

/** Waits for the element's query of the changed cart. */
const refreshed = (page: Page): Promise<Request> =>
  page.waitForRequest((request) => new URL(request.url()).pathname === '/cart.js');

async function openCart(page: Page): Promise<void> {
  await openOffered(page, cart, goods.plain);
  // A page that reloads forgets it.
  await page.evaluate(() => {
    Object.assign(window, { stayed: true });
  });
}

async function expectStayed(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
}

/** Changes the cart by XHR, as scripts of older themes do. */
function byXhr(page: Page, path: string, body: object): Promise<number> {
  return page.evaluate(
    ([url, text]) =>
      new Promise<number>((resolve) => {
        const request = new XMLHttpRequest();
        request.open('POST', url);
        request.setRequestHeader('Content-Type', 'application/json');
        request.onloadend = () => {
          resolve(request.status);
        };
        request.send(text);
      }),
    [path, JSON.stringify(body)] as const,
  );
}

test(
  '[2.02] [2.11] the theme changes a quantity by fetch: totals follow, and so does the element',
  runs({ phone: true }),
  async ({ page }) => {
    await openCart(page);
    const price = await page.locator('[data-line-total]').innerText();
    const asked = refreshed(page);
    await increase(page).click();
    await asked;
    await expect(page.locator('[data-cart-items]')).toHaveText('2 kusy');
    await expect(page.getByRole('status').filter({ hasText: 'V košíku: 2 kusy, celkem' })).toBeAttached();
    await expect(page.locator('[data-line-total]')).not.toHaveText(price);
    await expect(page.locator('[data-cart-subtotal]')).toHaveText(
      await page.locator('[data-line-total]').innerText(),
    );
    await decrease(page).click();
    await expect(page.locator('[data-line-total]')).toHaveText(price);
    await expectStayed(page);
    await press(page, cart);
    await sheetReady(page);
    await cancel(page);
  },
);

/** Holds the shop's answers to changed quantities back. Returns a function that lets them come. */
async function holdChanges(
  page: Page,
  answer = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/cart/change.js', async (route) => {
    await held;
    await answer(route);
  });
  return release;
}

const goOn = (page: Page): Locator => page.getByRole('button', { name: /^Pokračovat k/ });
const notice = (page: Page): Locator => page.getByRole('alert').filter({ visible: true });

test('quantities pressed just before the way to the checkout are in the order', async ({ page }) => {
  await cart.open(page, goods.planned);
  await openCart(page);
  const release = await holdChanges(page);
  await increase(page).first().click();
  await increase(page).first().click();
  await increase(page).last().click();
  await goOn(page).click();
  await expect(notice(page)).toHaveText('Košík se přepočítává, hned budeme pokračovat.');
  release();
  await expect(page).toHaveURL(/\/checkout\//);
  const pieces = page.getByText(/^\d\skus[yů]? po/);
  await expect(pieces).toHaveText([/^3/, /^2/]);
});

for (const { what, status, then } of [
  { what: 'refused', status: 422, then: '1' },
  // The shop is not well: the form is posted, and the cart shown as it then is.
  { what: 'lost', status: 503, then: '2' },
])
  test(`a change that is ${what} is not followed by the checkout`, async ({ page }) => {
    await openCart(page);
    const release = await holdChanges(page, (route) =>
      route.fulfill({ status, json: { description: 'Tolik kusů už nemáme.' } }),
    );
    await increase(page).click();
    await goOn(page).click();
    await expect(notice(page)).toHaveText('Košík se přepočítává, hned budeme pokračovat.');
    const posted = status === 422 ? null : page.waitForRequest((request) => request.isNavigationRequest());
    release();
    if (posted === null) await expect(notice(page)).toHaveText('Tolik kusů už nemáme.');
    else await posted;
    await expect(quantity(page)).toHaveValue(then);
    await expect(page).toHaveURL(/\/cart$/);
  });

test('[B.03] a wallet does not open with a price that is being changed', async ({ page }) => {
  await openCart(page);
  const release = await holdChanges(page);
  await increase(page).click();
  await walletButton(page, cart).click();
  await expect(notice(page)).toHaveText('Košík se právě přepočítává. Zkuste to prosím za okamžik.');
  release();
  await expect(page.locator('[data-cart-items]')).toHaveText('2 kusy');
  const goodsTotal = minorOf(await page.locator('[data-cart-subtotal]').innerText());
  await press(page, cart);
  await sheetReady(page);
  expect(minorOf(await sheet(page).getByRole('definition').first().innerText())).toBe(goodsTotal);
  await cancel(page);
});

test('[2.02] [2.11] wallets disappear with the last line and return with the next one', async ({ page }) => {
  await openCart(page);
  await page.getByRole('button', { name: /^Odebrat/ }).click();
  await expect(page.getByRole('heading', { name: 'Košík je zatím prázdný' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'odebráno z košíku' })).toBeVisible();
  await expect(page.locator(cart.element)).toBeEmpty();
  const undo = page.getByRole('button', { name: 'Vrátit zpět' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(page.locator('[data-cart-items]')).toHaveText('1 kus');
  await expect(walletButton(page, cart)).toBeEnabled();
  await expect(quantity(page)).toBeFocused();
  await expectStayed(page);
  await press(page, cart);
  await sheetReady(page);
  await cancel(page);
  await page.reload();
  await expect(quantity(page)).toHaveValue('1');
});

test('[2.02] [2.11] the element follows a change of the cart by XHR', async ({ page }) => {
  await openCart(page);
  const { id } = await page.evaluate(async () => {
    const { items } = (await (await fetch('/cart.js')).json()) as { items: { id: number }[] };
    return { id: items[0]?.id };
  });
  const asked = refreshed(page);
  expect(await byXhr(page, '/cart/change.js', { line: 1, quantity: 3 })).toBe(200);
  await asked;
  await expect(walletButton(page, cart)).toBeEnabled();
  expect(await byXhr(page, '/cart/clear.js', {})).toBe(200);
  await expect(page.locator(cart.element)).toBeEmpty();
  expect(await byXhr(page, '/cs/cart/add.js', { id, quantity: 1 })).toBe(200);
  await expect(walletButton(page, cart)).toBeEnabled();
});

test('[2.11] an empty cart has no wallets until a line is added', async ({ page }) => {
  await page.goto(`/products/${goods.plain.handle}`);
  const id = await page.locator('form [name=id]').inputValue();
  await page.goto('/cart');
  await expect(page.locator(`${cart.element}:defined`)).toBeAttached();
  await expect(page.locator(cart.element)).toBeEmpty();
  await expect(page.locator(cart.element)).toBeHidden();
  expect(await byXhr(page, '/cart/add.js', { id: Number(id), quantity: 1 })).toBe(200);
  await expect(page.locator(cart.element).locator('pay-wallet-button')).toHaveCount(1);
});

test('a quantity above the stock is refused with a message and stays unchanged', async ({ page }) => {
  await cart.open(page, goods.lastPiece);
  await quantity(page).fill('7');
  await quantity(page).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await expect(quantity(page)).toHaveValue('1');
});

test('without an answer to the script, the form is posted natively', async ({ page }) => {
  await openCart(page);
  // Quantities are saved as they change, so nothing offers to recount.
  await expect(page.getByRole('button', { name: /^Přepočítat/ })).toBeHidden();
  await page.route('**/cart/change.js', (route) => route.fulfill({ status: 503, body: '' }));
  const reloaded = page.waitForEvent('framenavigated');
  await increase(page).click();
  await reloaded;
  await expect(quantity(page)).toHaveValue('2');
});

test('[1.01] without scripts the forms change the cart', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.origin });
  const page = await context.newPage();
  await cart.open(page, goods.plain);
  await quantity(page).fill('2');
  await page.getByRole('button', { name: /^Přepočítat/ }).click();
  await expect(page.locator('[data-cart-items]')).toHaveText('2 kusy');
  await page.getByRole('button', { name: /^Odebrat/ }).click();
  await expect(page.getByRole('heading', { name: 'Košík je zatím prázdný' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Košík', exact: true })).toBeHidden();
  await context.close();
});

/** The boxes of a placement's skeleton, while the wallet's script is blocked, and of the button that replaces it. */
async function boxes(page: Page, placement: Placement): Promise<{ skeleton: DOMRect; button: DOMRect }> {
  const box = (selector: string): Promise<DOMRect> =>
    page
      .locator(`${placement.element} ${selector}`)
      .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect, null, { timeout: 5000 });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = async (route: Route): Promise<void> => {
    await held;
    await route.continue();
  };
  await page.route(SDK, hold);
  try {
    // The page may request the wallet's script before it has loaded, and its load event then waits for the script.
    await page.reload({ waitUntil: 'commit' });
    const skeleton = await box('.wallet-cart-button__skeleton');
    release();
    await expect(walletButton(page, placement)).toBeEnabled({ timeout: 5000 });
    return { skeleton, button: await box('pay-wallet-button') };
  } finally {
    release();
    await page.unroute(SDK, hold);
  }
}

for (const placement of [cart, checkout])
  test(
    `[2.17] [2.24] in any theme the ${placement.name}'s skeleton is as high as its button`,
    runs({ phone: true }),
    async ({ page }) => {
      await placement.open(page, goods.plain);
      await page.route('**/theme-*.css', (route) => route.abort());
      // A busy machine can miss the wallet's two seconds and shows no button: then reload.
      await expect(async () => {
        const { skeleton, button } = await boxes(page, placement);
        expect(skeleton.height).toBe(placement === cart ? 42 : 44);
        expect(button).toEqual(skeleton);
      }).toPass({ timeout: 40_000 });
    },
  );
