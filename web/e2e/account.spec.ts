import type { Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { expect, test } from './support/test.js';
import { WITH_WALLET } from './support/wallet-account.js';

test.use({ shopOptions: WITH_WALLET });

const EMAIL = 'jana@example.cz';

/** Waits in the emulated mailbox for a code that is none of these, in a tab of its own. */
async function newCode(page: Page, used: readonly string[]): Promise<string> {
  const mailbox = await page.context().newPage();
  let code: string | undefined;
  await expect(async () => {
    await mailbox.goto('/sandbox/mail');
    const mails = await mailbox.locator('ol').innerText();
    const codes = [...mails.matchAll(/(\d{6}) je váš kód/g)].map((match) => match[1] ?? '');
    code = codes.find((found) => !used.includes(found));
    expect(code).toBeDefined();
  }).toPass();
  await mailbox.close();
  return code ?? '';
}

async function askForCode(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL);
  await page.getByRole('button', { name: 'Poslat kód' }).click();
  await page.waitForURL('**/account/code');
}

/** Enters the code from the e-mail, which is none of the codes used before. Returns all of them. */
async function signIn(page: Page, used: readonly string[]): Promise<readonly string[]> {
  await askForCode(page);
  const code = await newCode(page, used);
  await page.getByRole('textbox', { name: 'Kód' }).fill(code);
  await page.getByRole('button', { name: 'Přihlásit se' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Můj účet' })).toBeVisible();
  return [...used, code];
}

test('[7.16] [B.02] [1.04] the code of the e-mail signs in: every page is accessible', async ({ page }) => {
  await page.goto('/account');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('jana');
  await page.getByRole('button', { name: 'Poslat kód' }).click();
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);

  await askForCode(page);
  await expect(page.getByText(EMAIL)).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  const code = await newCode(page, []);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await page.getByRole('textbox', { name: 'Kód' }).fill(wrong);
  await page.getByRole('button', { name: 'Přihlásit se' }).click();
  await expect(page.getByRole('alert')).toContainText('Kód nesouhlasí');
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Kód' }).fill(code);
  await page.getByRole('button', { name: 'Přihlásit se' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Můj účet' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Odhlásit se' }).click();
  await expect(page.getByRole('button', { name: 'Poslat kód' })).toBeVisible();

  await page.goto('/sandbox/mail');
  await page.locator('ol a').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /Váš kód/ })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.locator('a, img').count()).toBe(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[7.16] [B.02] forms alone sign in, out of all devices, and delete the account', async ({
    page,
    browser,
    shop,
  }) => {
    const first = await signIn(page, []);
    const cookies = await page.context().cookies();
    const wallet = cookies.filter(({ name }) => name.includes('wallet-'));
    expect(wallet.map(({ name }) => name).toSorted()).toEqual(['wallet-device', 'wallet-session']);
    for (const cookie of wallet) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });

    const other = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false });
    const phone = await other.newPage();
    const second = await signIn(phone, first);
    await phone.getByRole('button', { name: 'Odhlásit všechna zařízení' }).click();
    await expect(phone.getByRole('button', { name: 'Poslat kód' })).toBeVisible();
    await other.close();
    await page.goto('/account');
    await expect(page.getByRole('button', { name: 'Poslat kód' })).toBeVisible();

    await signIn(page, second);
    await page.getByText('Smazat účet').first().click();
    await page.getByRole('checkbox', { name: 'Ano, chci účet smazat' }).check();
    await page.getByRole('button', { name: 'Smazat účet' }).click();
    await expect(page.getByRole('button', { name: 'Poslat kód' })).toBeVisible();
  });
});
