import {
  buy,
  cards,
  chooseBrought,
  enterCard,
  fillContactAndAddress,
  openProduct,
  placeOrder,
  reachPayment,
} from './support/buyer.js';
import { accessibilityFaults } from './support/accessibility.js';
import { goods } from './support/goods.js';
import { unfoldSummary } from './support/sums.js';
import { expect, test } from './support/test.js';

test('[8.03] a mistyped host of the e-mail address is offered as a button', async ({ page }) => {
  await openProduct(page, goods.plain.handle);
  await buy(page);
  await expect(page.getByRole('radio', { name: /PPL/ })).toBeVisible();
  const email = page.getByLabel('E-mail');
  await email.fill('jana@seznma.cz');
  await email.press('Tab');
  const meant = page.getByRole('button', { name: 'jana@seznam.cz' });
  await expect(meant).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await meant.press('Enter');
  await expect(email).toHaveValue('jana@seznam.cz');
  await expect(email).toBeFocused();
  await expect(meant).toHaveCount(0);
});

test('[8.03] a postal code with too few digits says how many there are', async ({ page }) => {
  await openProduct(page, goods.plain.handle);
  await buy(page);
  await expect(page.getByRole('radio', { name: /PPL/ })).toBeVisible();
  await page.getByLabel('PSČ').fill('1234');
  await page.getByLabel('PSČ').press('Tab');
  await expect(page.getByText('PSČ má pět číslic, například 110\u00a000.')).toBeVisible();
});

test('[3.10] a pick-up place is found by town and postal code, with the keyboard alone', async ({ page }) => {
  await openProduct(page, goods.plain.handle);
  await buy(page);
  await fillContactAndAddress(page);
  const method = page.getByRole('radio', { name: /Zásilkovna, výdejní místo/ });
  await method.check();
  const search = page.getByRole('combobox', { name: 'Kde si zásilku vyzvednete' });
  // The list to choose from, which is there before, is a combobox too.
  await expect(search).toHaveAttribute('aria-autocomplete', 'list');

  await search.fill('Ostrava');
  await expect(page.getByText('Nenalezeno. Zkuste jiné město nebo PSČ.')).toBeVisible();
  await expect(page.getByRole('option', { name: /Olomouc/ })).toHaveCount(0);

  await search.fill('olom');
  await search.press('ArrowDown');
  await expect(page.getByRole('option', { name: /Olomouc/ })).toHaveAttribute('id', /-0$/);
  await expect(search).toHaveAttribute('aria-activedescendant', /-0$/);
  expect(await accessibilityFaults(page)).toEqual([]);
  await search.press('Enter');
  await expect(search).toHaveValue('Olomouc, Galanterie Knoflík');
  await expect(search).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByText('Tkalcovská 8, 779 00 Olomouc')).toBeVisible();

  await search.fill('Brno 602 00');
  const only = page.getByRole('option', { name: /Brno-střed/ });
  await expect(only).toBeVisible();
  await search.press('Enter');
  await expect(search).toHaveValue(/^Brno-střed/);
  await search.press('ArrowDown');
  await expect(only).toBeVisible();
  // The list scrolls, and is still no stop of the Tab key.
  await search.press('Tab');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(search).not.toBeFocused();
  await search.fill('olomouc');
  await search.press('Enter');
  await expect(search).toHaveValue('Olomouc, Galanterie Knoflík');
  await search.fill('602 00');
  await search.press('Escape');
  await expect(search).toHaveValue('Olomouc, Galanterie Knoflík');
  // Phones fold the summary.
  await unfoldSummary(page);
  await expect(page.getByText(/^Celkem k úhradě$/)).toBeVisible();
});

test('[3.10] pick-up places are sorted by their distance, once the buyer asks and allows it', async ({
  context,
  page,
}) => {
  await openProduct(page, goods.plain.handle);
  await buy(page);
  await fillContactAndAddress(page);
  await page.getByRole('radio', { name: /Zásilkovna, výdejní místo/ }).check();
  const nearest = page.getByRole('button', { name: 'Nejblíž ke mně' });
  await context.clearPermissions();
  await nearest.click();
  await expect(page.getByText(/Polohu (?:nám prohlížeč neřekl|se nepodařilo zjistit)/)).toBeVisible();

  await context.setGeolocation({ latitude: 49.6, longitude: 17.25 });
  await context.grantPermissions(['geolocation']);
  await nearest.click();
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toContainText('Olomouc, Galanterie Knoflík, 690\u00a0m');
  await expect(options.last()).toContainText('Plzeň');
  await expect(page.getByText(/Polohu/)).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  const search = page.getByRole('combobox', { name: 'Kde si zásilku vyzvednete' });
  await expect(search).toBeFocused();
  await search.press('ArrowDown');
  await search.press('Enter');
  await expect(search).toHaveValue('Olomouc, Galanterie Knoflík');
});

test('[8.03] a decline is told beside the card, and takes the focus there', async ({ page }) => {
  await reachPayment(page, goods.plain.handle);
  await enterCard(page, cards.declined);
  await placeOrder(page);
  const payment = page.getByRole('region', { name: 'Platba' });
  const reason = payment.locator('#submission-message');
  await expect(reason).toBeFocused({ timeout: 30_000 });
  await expect(reason).toContainText('Platba neproběhla');
  await expect(reason).toBeInViewport();
  await expect(payment.locator('iframe')).toBeInViewport();
  await page.getByRole('link', { name: 'Platba neproběhla' }).press('Enter');
  await expect(reason).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('[B.09] the first field of the contact is in the first screen', async ({ page }) => {
    await openProduct(page, goods.plain.handle);
    await buy(page);
    await expect(page.getByRole('radio', { name: /PPL/ })).toBeAttached();
    const email = await page.getByLabel('E-mail').boundingBox();
    expect((email?.y ?? Infinity) + (email?.height ?? 0)).toBeLessThanOrEqual(844);
    expect(email?.height ?? 0).toBeGreaterThanOrEqual(44);
  });

  test('[8.03] the goods of an order come before its addresses', async ({ page }) => {
    await openProduct(page, goods.plain.handle);
    await buy(page);
    await fillContactAndAddress(page);
    await chooseBrought(page, /PPL/);
    await page.getByRole('radio', { name: /Dobírk/ }).check();
    await placeOrder(page);
    const ordered = page.getByRole('heading', { name: 'Co jste objednali' });
    await expect(ordered).toBeVisible({ timeout: 30_000 });
    const [goodsAt, addressesAt] = await Promise.all(
      [ordered, page.getByRole('heading', { name: 'Doručení a fakturace' })].map(
        async (heading) => (await heading.boundingBox())?.y ?? NaN,
      ),
    );
    expect(goodsAt).toBeLessThan(addressesAt ?? NaN);
  });
});
