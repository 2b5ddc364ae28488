import type { Page } from '@playwright/test';
import { buy, openProduct } from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';

type Tampered = typeof globalThis & { stolen?: true };

const STEAL = ';globalThis.stolen = true;';
const stolen = (page: Page) => page.evaluate(() => (globalThis as Tampered).stolen === true);

/** Changes a file on its way to the browser. Returns how often the browser asked for it. */
async function change(page: Page, pattern: RegExp): Promise<() => number> {
  let asked = 0;
  await page.route(pattern, async (route) => {
    asked += 1;
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${STEAL}${await answer.text()}` });
  });
  return () => asked;
}

for (const [where, pattern] of [
  ["the checkout's script", /\/assets\/checkout-[^/]*\.js$/],
  ['a module that the script imports', /\/assets\/react-[^/]*\.js$/],
] as const)
  test(`[B.07] ${where} does not run after a change, and the server learns of it`, async ({ page, shop }) => {
    const asked = await change(page, pattern);
    const reporting = page.waitForRequest((request) => request.url() === `${shop.origin}/reports`);
    await openProduct(page, goods.plain.handle);
    await buy(page);
    const report = await reporting;
    const [first] = report.postDataJSON() as { type: string; body: { blockedURL: string } }[];
    expect(first?.type).toBe('changed-content');
    expect(first?.body.blockedURL).toMatch(pattern);
    expect(report.headers()['content-type']).toBe('application/reports+json');
    expect(asked()).toBeGreaterThan(0);
    expect(await stolen(page)).toBe(false);
    const taken = await page.request.post('/reports', {
      headers: { 'Content-Type': 'application/reports+json' },
      data: report.postData() ?? '',
    });
    expect(taken.status()).toBe(204);
  });

test("[B.07] a product page's scripts do not run after a change", async ({ page }) => {
  const entry = await change(page, /\/assets\/accelerated-checkout-[^/]*\.js$/);
  const press = await change(page, /\/assets\/press-[^/]*\.js$/);
  await openProduct(page, goods.plain.handle);
  await expect.poll(entry).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect(await stolen(page)).toBe(false);
  await page.unroute(/\/assets\/accelerated-checkout-[^/]*\.js$/);
  await page.reload();
  // The entry, unchanged, imports the changed module only now.
  await page.evaluate(() => customElements.whenDefined('accelerated-checkout'));
  await expect.poll(press).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect(await stolen(page)).toBe(false);
});

test('[B.07] what somebody adds to a page does not run', async ({ page, shop }) => {
  await page.route('https://evil.example/**', (route) => route.fulfill({ body: STEAL }));
  await page.route(`${shop.origin}/`, async (route) => {
    const answer = await route.fetch();
    const added = `<script>${STEAL}</script><script src="https://evil.example/x.js"></script><script src="/theme/x.js"></script>`;
    await route.fulfill({ response: answer, body: `${await answer.text()}${added}` });
  });
  await page.addInitScript(() => {
    const blocked: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => blocked.push(blockedURI));
    Object.assign(globalThis, { blocked });
  });
  await page.goto('/');
  const blocked = () =>
    page.evaluate(() => (globalThis as typeof globalThis & { blocked: string[] }).blocked);
  await expect.poll(blocked).toEqual(['inline', 'https://evil.example/x.js']);
  expect(await stolen(page)).toBe(false);
});

test.describe('with wallets', () => {
  test.use({ shopOptions: { googlePay: true } });

  test('[B.07] hashes cost no further request, and browsers have nothing to say', async ({ page }) => {
    const scripts: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text());
    });
    await openProduct(page, goods.plain.handle);
    await expect(page.locator('accelerated-checkout button').first()).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect(scripts.length).toBeGreaterThan(4);
    expect([...new Set(scripts)]).toEqual(scripts);
    expect(said).toEqual([]);
  });
});
