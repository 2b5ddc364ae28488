import type { Page } from '@playwright/test';
import { choosePayment, confirmedOrder, placeOrder, reachPayment } from './support/buyer.js';
import { goods } from './support/goods.js';
import { due } from './support/sums.js';
import { expect, test } from './support/test.js';

test.use({ shopOptions: { googlePay: false, shopLines: 'company_fields = "required"' } });

/** Chooses an invoice to a company. */
async function billCompany(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Stejná jako doručovací' }).uncheck();
  const billing = page.getByRole('region', { name: 'Fakturační adresa' });
  for (const [label, text] of [
    ['Jméno', 'Jana'],
    ['Příjmení', 'Nováková'],
    [/^Název firmy/, 'Novák a dcery s.r.o.'],
    ['Ulice a číslo popisné', 'Údolní 12'],
    ['Město', 'Brno'],
    ['PSČ', '602 00'],
  ] as const)
    await billing.getByLabel(label).fill(text);
}

const companyId = (page: Page) => page.getByLabel('IČO');

test('[8.03] a company’s IČO is required, checked while the buyer types, and stored on the order with its DIČ', async ({
  page,
  shop,
}) => {
  await reachPayment(page, goods.plain.handle);
  await choosePayment(page, /Dobírk/);
  // Goods and PPL: the chosen option is saved.
  await expect(due(page)).toHaveText(/^408\s/);
  await billCompany(page);
  await placeOrder(page);
  await expect(page.getByText('Vyplňte IČO firmy.')).toBeVisible();
  await expect(companyId(page)).toBeFocused();
  expect(shop.orders()).toEqual([]);

  // Eight digits with a wrong check digit.
  await companyId(page).fill('27082441');
  await companyId(page).blur();
  await expect(page.getByText('Takové IČO neexistuje, zkontrolujte prosím číslice.')).toBeVisible();
  await companyId(page).fill('270 82 440');
  await page.getByLabel(/^DIČ/).fill('CZ123');
  await placeOrder(page);
  await expect(page.getByText('Zkontrolujte DIČ, například CZ27082440.')).toBeVisible();
  expect(shop.orders()).toEqual([]);

  await page.getByLabel(/^DIČ/).fill('cz27082440');
  await placeOrder(page);
  await confirmedOrder(page);
  expect(shop.orders()[0]?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'company_id', value: '27082440' },
      { key: 'vat_id', value: 'CZ27082440' },
    ]),
  );
});
