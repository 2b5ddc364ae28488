import { redirectUrl } from './redirect.ts';

/** The checkout's URL that starts the shop wallet there, with the page on which it was pressed (row 2.30). */
export function shopPayUrl(
  checkoutUrl: string,
  source: 'direct_checkout_product' | 'direct_checkout_cart',
): string {
  const url = new URL(redirectUrl(checkoutUrl));
  url.searchParams.set('payment', 'shop_pay');
  url.searchParams.set('redirect_source', source);
  return url.href;
}
