import { goods } from './support/goods.js';
import { buyNow, openProduct, putInCart } from './support/buyer.js';
import { expect, test } from './support/test.js';

test.use({ javaScriptEnabled: false });

test.describe('without JavaScript', () => {
  test('[B.01] the button is there at first paint and leads to the checkout', async ({ page }) => {
    await openProduct(page, goods.plain.handle);
    await expect(buyNow(page)).toBeVisible();
    await buyNow(page).click();
    await page.waitForURL(/\/checkout\/Z[^?]+\?key=/);
    expect(new URL(page.url()).searchParams.get('storefront_wallet')).toBe('true');
    await expect(page.getByText(/JavaScript/)).toBeVisible();
  });

  test('the cart works: add, change the quantity, go to the checkout', async ({ page }) => {
    await openProduct(page, goods.plain.handle);
    await putInCart(page);
    const quantity = page.getByRole('spinbutton').first();
    await quantity.fill('2');
    await quantity.press('Enter');
    await expect(page.getByRole('spinbutton').first()).toHaveValue('2');
    await page.getByRole('button', { name: /Pokračovat/ }).click();
    await page.waitForURL(/\/checkout\//);
  });

  test('[4.04] posting a sold-out variant returns the out-of-stock text', async ({ request, shop }) => {
    const page = await (await request.get(`${shop.origin}/products/${goods.soldOut.handle}`)).text();
    const variant = /name="id" value="(\d+)"/.exec(page)?.[1] ?? '';
    const answer = await request.post(`${shop.origin}/checkout/buy-it-now`, {
      form: { id: variant, quantity: '1' },
      headers: { origin: shop.origin },
      maxRedirects: 0,
    });
    expect(await answer.text()).toContain('Tato položka již není k dispozici.');
  });
});
