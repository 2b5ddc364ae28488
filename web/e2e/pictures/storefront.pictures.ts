import { openProduct } from '../support/buyer.js';
import { goods } from '../support/goods.js';
import { openOffered, placements } from '../support/placements.js';
import { expect, test } from '../support/test.js';
import { photograph } from './photograph.js';

test.use({ shopOptions: { googlePay: true, payPal: true, metaPay: true } });

const pages = [
  ['home', '/'],
  ['cart-empty', '/cart'],
  ['policy', '/policies/obchodni-podminky'],
  ['not-found', '/neni'],
] as const;

for (const [name, path] of pages)
  test(name, async ({ page }) => {
    await page.goto(path);
    await photograph(page, name);
  });

const products = [
  ['product-variants', goods.variants.handle],
  ['product-plans', goods.planned.handle],
  ['product-digital', goods.digital.handle],
  ['product-sold-out', goods.soldOut.handle],
] as const;

for (const [name, handle] of products)
  test(name, async ({ page }) => {
    await openProduct(page, handle);
    await expect(page.locator('accelerated-checkout:defined')).toBeAttached();
    await photograph(page, name);
  });

for (const placement of placements.filter(({ name }) => name !== 'checkout'))
  test(`${placement.name}-with-wallets`, async ({ page }) => {
    await openOffered(page, { ...placement, wallet: /Google Pay/ }, goods.plain);
    await photograph(page, `${placement.name}-with-wallets`);
  });
