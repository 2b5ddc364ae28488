import { decelerationFlag, type DecelerationReason } from './deceleration.ts';

/** Parameters for the checkout. */
export interface RedirectOptions {
  /** Why the shopper did not go straight through. */
  readonly reason?: DecelerationReason | null;
  /** The buyer declined the recommended shop wallet. */
  readonly skipShopPay?: boolean;
}

/** The checkout's address with the parameters of a redirect. Refuses anything but a page on the web. */
export function redirectUrl(checkoutUrl: string, { reason, skipShopPay }: RedirectOptions = {}): string {
  const url = new URL(checkoutUrl);
  if (!/^https?:/.test(url.protocol)) throw new Error(`Not a checkout address: ${url.protocol}`);
  const { searchParams } = url;
  searchParams.set('storefront_wallet', 'true');
  if (skipShopPay) searchParams.set('skip_shop_pay', 'true');
  const flag = reason ? decelerationFlag(reason) : null;
  if (flag) searchParams.set(flag, 'true');
  return url.href;
}
