import { redirectUrl } from './redirect.ts';

/** The checkout's address where the shop wallet starts in the checkout, and says where it was pressed (row 2.30). */
export function shopPayUrl(
  checkoutUrl: string,
  source: 'direct_checkout_product' | 'direct_checkout_cart',
): string {
  const url = new URL(redirectUrl(checkoutUrl));
  url.searchParams.set('payment', 'shop_pay');
  url.searchParams.set('redirect_source', source);
  return url.href;
}
