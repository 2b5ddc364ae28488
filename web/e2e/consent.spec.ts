import { ask, variantOf } from './support/api.js';
import { cancel, sheetReady } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { offered, placements, press, type Placement } from './support/placements.js';
import type { Shop } from './support/shop.js';
import { expect, test } from './support/test.js';

test.use({ shopOptions: { googlePay: true } });

const [, , checkout] = placements as [Placement, Placement, Placement];

const CREATE = `mutation ($lines: [CartLineInput!], $analytics: Boolean) @inContext(visitorConsent: { analytics: $analytics }) {
  cartCreate(input: { lines: $lines }) { cart { checkoutUrl } } }`;

/** The checkout URL for a visitor with this analytics consent. */
async function checkoutOf(shop: Shop, analytics: boolean | null): Promise<string> {
  const lines = [{ merchandiseId: await variantOf(shop, goods.plain), quantity: 1 }];
  const answer = await ask(shop, { query: CREATE, variables: { lines, analytics } });
  const { data } = (await answer.json()) as { data: { cartCreate: { cart: { checkoutUrl: string } } } };
  return data.cartCreate.cart.checkoutUrl;
}

for (const { visitor, analytics, cookie, counted } of [
  { visitor: 'who agreed elsewhere is counted', analytics: true, counted: ['sheet_cancelled'] },
  { visitor: 'who declined elsewhere is not counted', analytics: false, counted: [] },
  { visitor: 'of whom nothing is known is not counted', analytics: null, counted: [] },
  {
    visitor: 'who agreed elsewhere and declined here is not counted',
    analytics: true,
    cookie: '3amps',
    counted: [],
  },
]) {
  test(`[3.20] at the checkout a visitor ${visitor}`, async ({ context, page, shop }) => {
    if (cookie !== undefined)
      await context.addCookies([{ name: '_tracking_consent', value: cookie, url: shop.origin }]);
    const metrics: string[] = [];
    await page.exposeFunction('metricSeen', (metric: string) => metrics.push(metric));
    await page.addInitScript(() => {
      addEventListener('accelerated-checkout:metric', (event) => {
        const { metric } = (event as CustomEvent<{ metric: string }>).detail;
        (window as unknown as { metricSeen: (metric: string) => void }).metricSeen(metric);
      });
    });
    await page.goto(await checkoutOf(shop, analytics));
    await offered(page, checkout);
    await press(page, checkout);
    await sheetReady(page);
    await cancel(page);
    await expect(page.locator(checkout.element).getByRole('button')).toBeEnabled();
    // The server has processed the page's signal before its next answer.
    await page.evaluate(() => 'heard');
    expect(metrics).toEqual(counted);
  });
}
