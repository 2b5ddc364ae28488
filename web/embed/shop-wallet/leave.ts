import { fetchCheckoutUrl } from '../cart/checkout-url.ts';
import { askServer, fail, purchase, redirect, runPress } from '../flows/purchase.ts';
import type { RedirectOptions } from '../flows/redirect.ts';
import type { CartSource, PurchaseRequest } from '../flows/request.ts';
import { CHECKOUT_ERROR } from '../i18n/cs.ts';

type WalletPlace = Pick<RedirectOptions, 'shopWalletAt'>;

/** Goes with an existing cart to the shop wallet. The cart is gone once it has become an order. */
async function leaveWithCart(request: PurchaseRequest<CartSource>, wallet: WalletPlace): Promise<void> {
  const checkoutUrl = await askServer(request, (client, options) =>
    fetchCheckoutUrl(client, request.source.cartId, options),
  );
  if (request.signal.aborted) return;
  if (checkoutUrl === null) fail(request, 'checkout_unavailable', CHECKOUT_ERROR);
  else
    redirect(
      { ...request, redirect: { ...wallet, shopWalletFrom: 'direct_checkout_cart' } },
      { checkoutUrl, reason: null },
    );
}

/**
 * Goes to the shop wallet, which is a part of the checkout (rows 2.30 and 4.06), on the wallet's own host: there are its cookies.
 * Never rejects.
 */
export function leave(request: PurchaseRequest, origin: string | null = null): Promise<void> {
  const wallet: WalletPlace = origin === null ? {} : { shopWalletAt: origin };
  const { source } = request;
  return source.kind === 'cart'
    ? runPress(request, null, () => leaveWithCart({ ...request, source }, wallet))
    : purchase({ ...request, source, redirect: { ...wallet, shopWalletFrom: 'direct_checkout_product' } });
}
