import { amazonPlacements, choose, signIn, toAmazon, toConfirm } from '../support/amazon.js';
import { applePay } from '../support/apple-pay.js';
import { openProduct, shopIn } from '../support/buyer.js';
import type { EmulatedSheet } from '../support/emulated-sheet.js';
import { googlePay } from '../support/google-pay.js';
import { goods } from '../support/goods.js';
import { metaPay } from '../support/meta-pay.js';
import { openWindow, windowReady } from '../support/paypal.js';
import { offered, openOffered, placements, press, type Placement } from '../support/placements.js';
import type { ShopOptions } from '../support/shop.js';
import { test } from '../support/test.js';
import { photograph } from './photograph.js';

const [productPage, cartPage] = placements;
const [amazonPage] = amazonPlacements();
if (!productPage || !cartPage || !amazonPage) throw new Error('placements are missing');
/** The cart offers every wallet of the shop, and Venmo takes dollars. */
const venmoPage: Placement = { ...cartPage, wallet: /Venmo/ };

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

  test('window-venmo', async ({ page }) => {
    await openProduct(page, goods.plain.handle);
    await shopIn(page, /^Spojené státy/);
    await venmoPage.open(page, goods.plain);
    await offered(page, venmoPage);
    const window = await openWindow(page, venmoPage);
    await windowReady(window);
    await photograph(window, 'window-venmo');
  });
});

test.describe('pages', () => {
  test.use({ shopOptions: { googlePay: false, amazonPay: true } });

  test('page-amazon-pay-choose', async ({ page }) => {
    await openOffered(page, amazonPage, goods.plain);
    await toAmazon(page, amazonPage);
    await signIn(page, 'zuzana');
    await photograph(page, 'page-amazon-pay-choose');
  });

  test('page-amazon-pay-confirm', async ({ page }) => {
    await openOffered(page, amazonPage, goods.plain);
    await toAmazon(page, amazonPage);
    await choose(page);
    await toConfirm(page);
    await photograph(page, 'page-amazon-pay-confirm');
  });
});
