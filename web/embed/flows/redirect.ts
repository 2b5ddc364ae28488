import { decelerationFlag, type DecelerationReason } from './deceleration.ts';

/** Parameters for the checkout. */
export interface RedirectOptions {
  /** Why the shopper did not go straight through. */
  readonly reason?: DecelerationReason | null;
  /** The buyer declined the recommended shop wallet. */
  readonly skipsShopWallet?: boolean;
  /** The buyer chose the shop wallet, on a page of this kind. */
  readonly shopWalletFrom?: 'direct_checkout_product' | 'direct_checkout_cart';
  /** The origin of the shop wallet's pages, if it is another host than the checkout's. */
  readonly shopWalletAt?: string;
}

/** The checkout's address with the parameters of a redirect (row 2.30). Refuses anything but a page on the web. */
export function redirectUrl(
  checkoutUrl: string,
  { reason, skipsShopWallet, shopWalletFrom, shopWalletAt }: RedirectOptions = {},
): string {
  const given = new URL(checkoutUrl);
  const url = shopWalletAt ? new URL(given.pathname + given.search, shopWalletAt) : given;
  if (!/^https?:/.test(url.protocol)) throw new Error(`Not a checkout address: ${url.protocol}`);
  const { searchParams } = url;
  searchParams.set('storefront_wallet', 'true');
  if (skipsShopWallet) searchParams.set('skip_shop_pay', 'true');
  if (shopWalletFrom) {
    searchParams.set('payment', 'shop_pay');
    searchParams.set('redirect_source', shopWalletFrom);
  }
  const flag = reason ? decelerationFlag(reason) : null;
  if (flag) searchParams.set(flag, 'true');
  return url.href;
}
