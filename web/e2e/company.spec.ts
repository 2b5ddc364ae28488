import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { choosePayment, confirmedOrder, placeOrder, reachPayment } from './support/buyer.js';
import { goods } from './support/goods.js';
import { due } from './support/sums.js';
import { expect, test } from './support/test.js';

const companyId = (page: Page) => page.getByLabel('IČO');
const vatId = (page: Page) => page.getByLabel(/^DIČ/);
const companyName = (page: Page) => page.getByLabel(/^Název firmy/);
const billing = (page: Page) => page.getByRole('region', { name: 'Fakturační adresa' });
const forCompany = (page: Page) => page.getByRole('checkbox', { name: 'Nakupuji na firmu' });

/** The checkout's payment, to which everything before is filled in and saved. */
async function reachBilling(page: Page): Promise<void> {
  await reachPayment(page, goods.plain.handle);
  await choosePayment(page, /Dobírk/);
  // Goods and PPL: the chosen option is saved.
  await expect(due(page)).toHaveText(/^408\s/);
}

async function leaveWith(page: Page, number: string): Promise<void> {
  await companyId(page).fill(number);
  await companyId(page).blur();
}

test.describe('where companies must give their numbers', () => {
  test.use({ shopOptions: { googlePay: false, companyFields: 'required' } });

  test('[8.03] a company’s IČO is required, checked when it is left, and stored on the order with its DIČ', async ({
    page,
    shop,
  }) => {
    await reachBilling(page);
    await page.getByRole('checkbox', { name: 'Stejná jako doručovací' }).uncheck();
    for (const [label, text] of [
      [/^Název firmy/, 'Novák a dcery s.r.o.'],
      ['Ulice a číslo popisné', 'Údolní 12'],
      ['Město', 'Brno'],
      ['PSČ', '602 00'],
    ] as const)
      await billing(page).getByLabel(label).fill(text);
    await expect(forCompany(page)).toBeChecked();
    await expect(companyId(page)).toBeVisible();
    await placeOrder(page);
    await expect(page.getByText('Vyplňte IČO firmy.')).toBeVisible();
    await expect(companyId(page)).toBeFocused();
    expect(shop.orders()).toEqual([]);

    // Eight digits with a wrong check digit.
    await leaveWith(page, '27082441');
    await expect(page.getByText('Takové IČO neexistuje, zkontrolujte prosím číslice.')).toBeVisible();
    await leaveWith(page, '270 82 440');
    await expect(page.getByText('Takové IČO neexistuje')).toBeHidden();
    await vatId(page).fill('CZ123');
    await vatId(page).blur();
    await expect(page.getByText('Zkontrolujte DIČ, například CZ27082440.')).toBeVisible();
    await placeOrder(page);
    await expect(vatId(page)).toBeFocused();
    expect(shop.orders()).toEqual([]);

    await vatId(page).fill('cz27082440');
    await placeOrder(page);
    await confirmedOrder(page);
    expect(shop.orders()[0]?.attributes).toEqual(
      expect.arrayContaining([
        { key: 'company_id', value: '27082440' },
        { key: 'vat_id', value: 'CZ27082440' },
      ]),
    );
  });
});

test.describe('in the demo', () => {
  test.use({ shopOptions: { googlePay: false } });

  test('[8.03] the register fills in a company, the buyer changes it, and the order has it', async ({
    page,
    shop,
  }) => {
    await reachBilling(page);
    await forCompany(page).check();
    await expect(page.getByRole('checkbox', { name: 'Stejná jako doručovací' })).not.toBeChecked();
    await leaveWith(page, '12345679');
    await expect(page.getByText('Údaje firmy jsme doplnili z\u00a0registru')).toBeVisible();
    await expect(companyName(page)).toHaveValue('Lněná dílna s.r.o.');
    await expect(vatId(page)).toHaveValue('CZ12345679');
    await expect(billing(page).getByLabel('Ulice a číslo popisné')).toHaveValue('Plátenická 1522/53a');
    await expect(billing(page).getByLabel('PSČ')).toHaveValue('586 01');
    expect(await accessibilityFaults(page)).toEqual([]);

    // Another number replaces what was filled in, but not what the buyer has changed.
    await billing(page).getByLabel('Město').fill('Jihlava 1');
    await leaveWith(page, '00006947');
    await expect(page.getByText('Firmu s\u00a0tímto IČO jsme v\u00a0registru nenašli.')).toBeVisible();
    await expect(companyName(page)).toHaveValue('');
    await expect(vatId(page)).toHaveValue('');
    await expect(billing(page).getByLabel('Město')).toHaveValue('Jihlava 1');
    await leaveWith(page, '99100525');
    await expect(companyName(page)).toHaveValue('Sojka a vnučka s.r.o.');
    await expect(billing(page).getByLabel('Město')).toHaveValue('Jihlava 1');
    await placeOrder(page);
    await confirmedOrder(page);
    const [order] = shop.orders();
    expect(order?.attributes).toContainEqual({ key: 'company_id', value: '99100525' });
    expect(order?.attributes).toContainEqual({ key: 'vat_id', value: 'CZ99100525' });
    const invoice = page.locator('.co-details > div').filter({ hasText: 'Fakturační adresa' });
    await expect(invoice).toContainText('IČO 99100525');
    await expect(invoice).toContainText('DIČ CZ99100525');
  });

  test('[8.03] a failing register is told, and stops no purchase', async ({ page, shop }) => {
    await reachBilling(page);
    await forCompany(page).check();
    await leaveWith(page, '00000027');
    await expect(page.getByText('Registr firem teď neodpovídá.')).toBeVisible();
    await leaveWith(page, '00006947');
    await expect(page.getByText('Firmu s\u00a0tímto IČO jsme v\u00a0registru nenašli.')).toBeVisible();

    // No company after all: nothing of it reaches the order.
    await forCompany(page).uncheck();
    await expect(companyId(page)).toBeHidden();
    await page.getByRole('checkbox', { name: 'Stejná jako doručovací' }).check();
    await placeOrder(page);
    await confirmedOrder(page);
    const keys = shop.orders()[0]?.attributes.map(({ key }) => key);
    expect(keys).not.toContain('company_id');
  });
});
