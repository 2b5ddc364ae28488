import { fetchCheckoutUrl } from '../cart/checkout-url.ts';
import { askServer, fail, purchase, redirect, runPress } from '../flows/purchase.ts';
import type { CartSource, PurchaseRequest } from '../flows/request.ts';
import { CHECKOUT_ERROR } from '../i18n/cs.ts';

/** Goes with an existing cart to the shop wallet. The cart is gone once it has become an order. */
async function leaveWithCart(request: PurchaseRequest<CartSource>): Promise<void> {
  const checkoutUrl = await askServer(request, (client, options) =>
    fetchCheckoutUrl(client, request.source.cartId, options),
  );
  if (request.signal.aborted) return;
  if (checkoutUrl === null) fail(request, 'checkout_unavailable', CHECKOUT_ERROR);
  else
    redirect(
      { ...request, redirect: { shopWalletFrom: 'direct_checkout_cart' } },
      { checkoutUrl, reason: null },
    );
}

/** Goes to the shop wallet, which is a part of the checkout (rows 2.30 and 4.06). Never rejects. */
export function leave(request: PurchaseRequest): Promise<void> {
  const { source } = request;
  return source.kind === 'cart'
    ? runPress(request, null, () => leaveWithCart({ ...request, source }))
    : purchase({ ...request, source, redirect: { shopWalletFrom: 'direct_checkout_product' } });
}
