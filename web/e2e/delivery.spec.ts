import { buy, fillContactAndAddress, openProduct } from './support/buyer.js';
import { goods } from './support/goods.js';
import { expect, test } from './support/test.js';

const BADGES = ['Doručíme ještě dnes', 'Doručíme zítra', 'Doručíme do 2 dnů'];

/** The API's delivery promise for the chosen variant and this postal code, in calendar days. Depends on today's date. */
const PROMISE =
  'query($id:ID!,$zip:String){deliveryPromise(variantId:$id,postalCode:$zip,isPostalCodeOverride:true){selectedShippingOption{maxCalendarDaysToDelivery}}}';

test('[1.07] [2.03] [7.15] [9.02] the product page shows the API’s delivery promise for the given postal code', async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('accelerated-checkout:postal-code', '588 99');
  });
  await openProduct(page, goods.plain.handle);
  const days = await page.evaluate(async (query) => {
    const element = document.querySelector('accelerated-checkout');
    const variant = document.querySelector<HTMLInputElement>('form[action="/cart/add"] [name=id]');
    const response = await fetch('/api/unstable/graphql.json', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Shopify-Storefront-Access-Token': element?.getAttribute('access-token') ?? '',
      },
      body: JSON.stringify({
        query,
        variables: { id: `gid://shopify/ProductVariant/${variant?.value ?? ''}`, zip: '588 99' },
      }),
    });
    const { data } = (await response.json()) as {
      data: { deliveryPromise: { selectedShippingOption: { maxCalendarDaysToDelivery: number } } };
    };
    return data.deliveryPromise.selectedShippingOption.maxCalendarDaysToDelivery;
  }, PROMISE);
  const badge = page.locator('accelerated-checkout [part=promise]');
  const text = BADGES[days];
  if (text === undefined) await expect(badge).toHaveCount(0);
  else await expect(badge).toHaveText(text);
});

test('[3.10] [7.12] the checkout shows each day of arrival, and a carrier’s rate once it has the address', async ({
  page,
}) => {
  await openProduct(page, goods.plain.handle);
  await buy(page);
  await fillContactAndAddress(page);
  await expect(page.getByRole('radio', { name: /Expresní balík/ })).toBeVisible();
  await expect(
    page.getByText(/^(Doručíme|Připraveno k\u00a0vyzvednutí) .*\d+\.\u00a0\d+\./).first(),
  ).toBeVisible();
});

test('[3.10] a way of delivery that a discount makes free is listed as free before it is chosen', async ({
  page,
}) => {
  await openProduct(page, goods.plain.handle);
  // The demo's Z-BOX costs nothing from 1 500 Kč.
  await page.getByLabel('Počet kusů').fill('6');
  await buy(page);
  await fillContactAndAddress(page);
  const way = (title: RegExp) =>
    page.locator('.co-option').filter({ has: page.getByRole('radio', { name: title }) });
  await expect(way(/Z-BOX/)).toContainText('zdarma');
  await expect(way(/PPL/)).toContainText(/119\sKč/);
  await page.getByRole('radio', { name: /Z-BOX/ }).check();
  await expect(way(/Z-BOX/)).toContainText('zdarma');
});
