import type { FrameLocator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.js';
import { Authenticator } from './support/authenticator.js';
import { PARSED } from './support/buyer.js';
import { expect, test } from './support/test.js';
import {
  BUYER,
  buyAndSave,
  newestCode,
  signInByCode,
  stateOf,
  WITH_WALLET,
} from './support/wallet-account.js';

test.use({ shopOptions: WITH_WALLET });

const AUTHORIZE = '/services/login_with_shop/authorize';
const addKey = (page: Page) => page.getByRole('button', { name: 'Přidat přístupový klíč' });
const byKey = (page: Page) => page.getByRole('button', { name: 'Přihlásit se přístupovým klíčem' });
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Můj účet' });
const passkeys = (page: Page) => page.getByRole('region', { name: 'Přístupové klíče' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Odhlásit se', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Poslat kód' })).toBeVisible();
}

/** Waits until the browser has said which passkeys are accepted, and so forgets the others. */
const forgotten = (authenticator: Authenticator) =>
  expect.poll(async () => (await authenticator.credentials()).length).toBe(0);

test('[7.16] [B.02] [1.04] a passkey is added, named, used and removed on the account’s page', async ({
  page,
}) => {
  const authenticator = await Authenticator.plugIn(page);
  await signInByCode(page);
  await addKey(page).click();
  await expect(page.getByText('Změna je uložená.')).toBeVisible();
  await expect(passkeys(page)).toContainText('Chrome, Windows');
  expect(await authenticator.credentials()).toHaveLength(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect(addKey(page)).toBeVisible();
  await addKey(page).click();
  await expect(passkeys(page).getByRole('alert')).toContainText('V\u00a0tomto zařízení už');

  await passkeys(page).getByText('Přejmenovat').click();
  const name = page.getByRole('textbox', { name: 'Název přístupového klíče' });
  await name.fill('Klíč na stole');
  await page.getByRole('button', { name: 'Uložit název' }).click();
  await expect(passkeys(page)).toContainText('Klíč na stole');

  // Without a passkey picked in the field: the authenticator would answer at once.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await signOut(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await byKey(page).click();
  await expect(heading(page)).toBeVisible();
  await expect(passkeys(page)).toContainText('Klíč na stole');

  await page.getByRole('button', { name: /^Odebrat.*Klíč na stole$/ }).click();
  await expect(passkeys(page)).toContainText('Zatím žádný');
  await forgotten(authenticator);
});

test('[B.02] a passkey picked in the e-mail field signs in', async ({ page }) => {
  await Authenticator.plugIn(page);
  await signInByCode(page);
  await addKey(page).click();
  await expect(page.getByText('Změna je uložená.')).toBeVisible();
  await page.getByRole('button', { name: 'Odhlásit se', exact: true }).click();
  // The virtual authenticator picks at once.
  await expect(heading(page)).toBeVisible();
});

test('[B.02] a browser that uses no passkey says so, and the code stays', async ({ page }) => {
  await Authenticator.plugIn(page);
  await page.goto('/account', PARSED);
  await byKey(page).click();
  await expect(page.getByRole('alert')).toContainText('Přístupový klíč jste nepoužili');
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Poslat kód' })).toBeEnabled();
});

test('[7.16] [1.04] an order is in the account, and its link shows it', async ({ page }) => {
  await buyAndSave(page);
  const orders = page.getByRole('region', { name: 'Objednávky' });
  // The server adds it once the order is saved.
  await expect.poll(async () => (await page.request.get('/account')).text()).toMatch(/>Objednávka \d+</);
  await page.goto('/account', PARSED);
  await expect(orders.getByRole('listitem')).toHaveCount(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await orders.getByRole('link', { name: /^Objednávka \d+/ }).click();
  await expect(page.getByText(BUYER).first()).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[5.09] [1.04] an address is typed, comes back with its fault, and is saved, by the keyboard alone', async ({
    page,
  }) => {
    await page.goto('/account');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(BUYER);
    await expect(byKey(page)).toBeHidden();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account/code');
    await page.getByRole('textbox', { name: 'Kód' }).fill(await newestCode(page));
    await page.keyboard.press('Enter');
    await expect(heading(page)).toBeVisible();
    await expect(addKey(page)).toBeHidden();
    await page.getByRole('link', { name: 'Přidat adresu' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Jméno' }).focus();
    for (const value of ['Jana', 'Nováková']) {
      await page.keyboard.type(value);
      await page.keyboard.press('Tab');
    }
    await page.getByLabel('Ulice a číslo popisné').fill('Dlouhá 12');
    await page.getByLabel('PSČ').fill('1');
    await page.getByLabel('Město').fill('Praha');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('PSČ')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Zadejte platné PSČ.')).toBeVisible();
    await expect(page.getByLabel('Ulice a číslo popisné')).toHaveValue('Dlouhá 12');
    await page.getByLabel('PSČ').fill('110 00');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Změna je uložená.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Adresy' })).toContainText('Dlouhá 12');
  });
});

/** The messages that the page has heard from the sign-in. */
const heard = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(() => (window as unknown as { readonly heard: readonly unknown[] }).heard);

/** Puts the sign-in into a frame of the page, as a shop's page does, and listens to it. */
async function frameSignIn(page: Page, target: string): Promise<FrameLocator> {
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    const messages: unknown[] = [];
    Object.assign(window, { heard: messages });
    addEventListener('message', ({ source, data }: MessageEvent) => {
      if (source === frame.contentWindow) messages.push(data);
    });
    frame.title = 'Přihlášení';
    frame.src = src;
    document.body.replaceChildren(frame);
  }, `${AUTHORIZE}?target_origin=${target}&flow=login`);
  return page.frameLocator('iframe');
}

test('[7.16] [1.04] the sign-in in a frame tells the page that somebody has signed in, and not who', async ({
  page,
  shop,
}) => {
  await page.goto('/cart', PARSED);
  const frame = await frameSignIn(page, shop.origin);
  await frame.getByRole('textbox', { name: 'E-mail' }).fill('jana');
  await frame.getByRole('button', { name: 'Poslat kód' }).click();
  await expect(frame.getByRole('alert')).toBeVisible();
  await frame.getByRole('textbox', { name: 'E-mail' }).fill(BUYER);
  await frame.getByRole('button', { name: 'Poslat kód' }).click();
  const code = frame.getByRole('textbox', { name: 'Kód' });
  await expect(code).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await code.fill(await newestCode(page));
  await frame.getByRole('button', { name: 'Přihlásit se' }).click();
  await expect(frame.getByText('Jste přihlášeni.')).toBeVisible();
  expect(await stateOf(page)).toBe('signed_in');
  await expect.poll(() => heard(page)).toContainEqual({ type: 'completed', loggedIn: true });
  const messages = await heard(page);
  expect(messages).toContainEqual({ type: 'loaded' });
  expect(messages).toContainEqual({ type: 'error', code: 'EMAIL_INVALID' });
  expect(messages).toContainEqual({ type: 'authorize_step_changed', step: 'code' });
  expect(JSON.stringify(messages)).not.toContain('@');
});

test('[7.16] the sign-in stands in no other page, and the account in none', async ({ page, shop }) => {
  await signInByCode(page);
  const answer = await page.request.get(`${AUTHORIZE}?target_origin=${shop.origin}&flow=login`);
  const framed = await answer.text();
  expect(framed).not.toContain(BUYER);
  expect(framed).not.toContain('<form');
  const { port } = new URL(shop.origin);
  await page.route(`http://zly.localhost:${port}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${shop.origin}${AUTHORIZE}?target_origin=${shop.origin}&flow=login"></iframe><iframe src="${shop.origin}/account"></iframe>`,
    }),
  );
  const refused = Promise.all(
    [AUTHORIZE, '/account'].map((path) =>
      page.waitForEvent('requestfailed', (request) => request.url().includes(`${shop.origin}${path}`)),
    ),
  );
  await page.goto(`http://zly.localhost:${port}/`);
  await refused;
});
