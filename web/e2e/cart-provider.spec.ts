import type { Page } from '@playwright/test';
import { ACCESS_TOKEN, variantOf } from './support/api.js';
import { orderElsewhere } from './support/elsewhere.js';
import { goods } from './support/goods.js';
import { openStorefront, type Storefront } from './support/storefront.js';
import { test as base, expect } from './support/test.js';

/** The shop allows a storefront on another origin. */
const test = base.extend<object, { storefront: Storefront }>({
  storefront: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures needed from the pattern.
    async ({}, use) => {
      const storefront = await openStorefront();
      await use(storefront);
      await storefront.close();
    },
    { scope: 'worker' },
  ],
  shopOptions: async ({ storefront }, use) => {
    await use({ googlePay: false, allowedOrigin: storefront.origin });
  },
});

interface State {
  readonly status: string;
  readonly id?: string;
}

const state = async (page: Page): Promise<State> =>
  JSON.parse((await page.locator('output').textContent()) ?? '') as State;

/** Presses a button, and waits for the shop's answer and the expected cart. */
async function act(page: Page, name: string, outcome: Record<string, unknown>): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name, exact: true }).click();
  expect((await answered).status(), name).toBe(200);
  await expect.poll(() => state(page), name).toMatchObject({ status: 'idle', ...outcome });
}

test('[B.04] the public cart provider lives its whole life on another origin', async ({
  page,
  shop,
  storefront,
}) => {
  const variant = await variantOf(shop, goods.plain);
  const other = await variantOf(shop, goods.digital);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const query = new URLSearchParams({ shop: shop.origin, token: ACCESS_TOKEN, variant, other });
  await page.goto(`${storefront.origin}/?${query.toString()}`);

  await act(page, 'create', { goods: [[goods.plain.handle, 1]], country: 'CZ', totalQuantity: 1 });
  const { id } = await state(page);
  expect(id).toMatch(/^gid:\/\/shopify\/Cart\/[^/]+\?key=/);
  const two = [
    [goods.plain.handle, 3],
    [goods.digital.handle, 1],
  ];
  await act(page, 'add', { goods: two, totalQuantity: 4, id });
  await act(page, 'update', { goods: [[goods.plain.handle, 1], two[1]] });
  await act(page, 'remove', { goods: [[goods.plain.handle, 1]] });
  await act(page, 'note', { note: 'Nezvonit' });
  await act(page, 'attributes', { attributes: [{ key: 'Dárek', value: 'ano' }] });
  await act(page, 'codes', { discountCodes: [{ code: 'LETO', applicable: false }] });
  await act(page, 'identity', { email: 'jana@example.cz', country: 'CZ', id });
  await act(page, 'wrong', { goods: [[goods.plain.handle, 1]], id });

  await page.reload();
  await expect.poll(() => state(page)).toMatchObject({ status: 'idle', id, note: 'Nezvonit' });
  expect(complaints).toEqual([]);

  await orderElsewhere(shop, id ?? '');
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shopifyCartId'))).toBeNull();
  await expect.poll(async () => (await state(page)).id).toBeUndefined();
});
