import type { Page } from '@playwright/test';
import { buildFake, type Fake } from '../compat/apple-fakes/build.js';
import { KEEP_LOG, type CallLog } from '../compat/apple-fakes/call-log.js';
import { SDK } from './support/apple-pay.js';
import { assertBooks } from './support/books.js';
import { confirmedOrder } from './support/buyer.js';
import { goods, type DemoProduct } from './support/goods.js';
import { openOffered, placements, press, type Placement } from './support/placements.js';
import { runs } from './support/selection.js';
import type { Shop } from './support/shop.js';
import { availability } from './support/stock.js';
import { expect, test } from './support/test.js';

/** The page's calls to a fake's session, for shipped and for digital goods. */
const CALLS: Readonly<Record<Fake, readonly [sent: readonly string[], unsent: readonly string[]]>> = {
  polyfill: [
    [
      'new 3',
      'begin',
      'completeMerchantValidation',
      'completeShippingContactSelection',
      'completeShippingMethodSelection',
      'completePayment 0',
    ],
    ['new 3', 'begin', 'completeMerchantValidation', 'completePaymentMethodSelection', 'completePayment 0'],
  ],
  stubs: [
    [
      'new 14',
      'begin',
      'completeMerchantValidation',
      'completePaymentMethodSelection',
      'completeShippingContactSelection',
      'completeShippingMethodSelection',
      'completePayment 0',
    ],
    ['new 14', 'begin', 'completeMerchantValidation', 'completePaymentMethodSelection', 'completePayment 0'],
  ],
};

test.use({ shopOptions: { googlePay: false, applePay: true } });

async function buy(
  page: Page,
  shop: Shop,
  placement: Placement,
  product: DemoProduct,
  fake: Fake,
): Promise<CallLog> {
  let log: CallLog = { calls: [], totals: [] };
  await page.exposeFunction(KEEP_LOG, (written: CallLog) => {
    log = written;
  });
  const body = await buildFake(fake);
  await page.route(SDK, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await openOffered(page, placement, product);
  await press(page, placement);
  const number = await confirmedOrder(page);
  const [order] = shop.orders();
  expect(order?.number).toBe(number);
  expect(order?.total).toBe(log.totals.at(-1));
  return log;
}

for (const fake of ['polyfill', 'stubs'] as const) {
  const [sent, unsent] = CALLS[fake];

  for (const placement of placements)
    test(
      `[4.10] [4.33] [B.03] the published fake ${fake} buys on the ${placement.name} page`,
      runs({ release: placement.name !== 'product' }),
      async ({ page, shop }) => {
        const before = await availability(shop, goods.plain);
        const { calls, totals } = await buy(page, shop, placement, goods.plain, fake);
        expect(calls).toEqual(sent);
        expect(new Set(totals).size).toBeGreaterThan(1);
        await assertBooks(shop, goods.plain, before, { orders: 1, charged: 1, sold: 1 });
      },
    );

  test(`[4.12] [B.03] the published fake ${fake} buys digital goods`, async ({ page, shop }) => {
    const [onProduct] = placements as [Placement];
    const { calls } = await buy(page, shop, onProduct, goods.digital, fake);
    expect(calls).toEqual(unsent);
  });
}
