import { amazonPlacements, signIn, toAmazon } from '../support/amazon.js';
import { applePay } from '../support/apple-pay.js';
import type { EmulatedSheet } from '../support/emulated-sheet.js';
import { googlePay } from '../support/google-pay.js';
import { goods } from '../support/goods.js';
import { metaPay } from '../support/meta-pay.js';
import { openWindow, windowReady } from '../support/paypal.js';
import { openOffered, placements, press } from '../support/placements.js';
import type { ShopOptions } from '../support/shop.js';
import { test } from '../support/test.js';
import { photograph } from './photograph.js';

const [productPage] = placements;
const [amazonPage] = amazonPlacements();
if (!productPage || !amazonPage) throw new Error('the product page is missing');

const sheets: readonly (readonly [string, EmulatedSheet, ShopOptions])[] = [
  ['sheet-google-pay', googlePay, { googlePay: true }],
  ['sheet-apple-pay', applePay, { googlePay: false, applePay: true }],
  ['sheet-meta-pay', metaPay, { googlePay: false, metaPay: true }],
];

for (const [name, { sheetReady }, shopOptions] of sheets)
  test.describe(name, () => {
    test.use({ shopOptions });

    test(name, async ({ page }) => {
      await openOffered(page, productPage, goods.plain);
      await press(page, productPage);
      await sheetReady(page);
      await photograph(page, name, 'window');
    });
  });

test.describe('windows', () => {
  test.use({ shopOptions: { googlePay: false, payPal: true } });

  test('window-paypal', async ({ page }) => {
    await openOffered(page, productPage, goods.plain);
    const window = await openWindow(page, productPage);
    await windowReady(window);
    await photograph(window, 'window-paypal');
  });
});

test.describe('pages', () => {
  test.use({ shopOptions: { googlePay: false, amazonPay: true } });

  test('page-amazon-pay', async ({ page }) => {
    await openOffered(page, amazonPage, goods.plain);
    await toAmazon(page, amazonPage);
    await signIn(page, 'zuzana');
    await photograph(page, 'page-amazon-pay');
  });
});
