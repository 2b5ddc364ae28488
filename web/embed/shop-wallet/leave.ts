import { fetchCheckoutUrl } from '../cart/checkout-url.ts';
import { CART_CREATION_DEADLINE_MS } from '../constants.ts';
import { withDeadline } from '../../base/deadline.ts';
import { dispatch } from '../flows/events.ts';
import { fail, purchase, redirect } from '../flows/purchase.ts';
import type { CartSource, PurchaseRequest } from '../flows/request.ts';
import { CHECKOUT_ERROR } from '../i18n/cs.ts';

/** Reads the address of the cart's checkout; null if the cart is gone, which happens once it has become an order. */
async function checkoutUrlOf(request: PurchaseRequest<CartSource>): Promise<string | null> {
  const { signal, clear } = withDeadline(request.signal, CART_CREATION_DEADLINE_MS);
  request.busy(true);
  try {
    return await fetchCheckoutUrl(request.client(), request.source.cartId, {
      signal,
      walletName: request.instrument.name,
      startsWalletCheckout: true,
    });
  } finally {
    clear();
    request.busy(false);
  }
}

/** Goes with an existing cart to the shop wallet. Does nothing while another purchase runs. */
async function leaveWithCart(request: PurchaseRequest<CartSource>): Promise<void> {
  const release = request.lock.tryAcquire();
  if (release === null) return;
  const { host, instrument, requiresShipping, signal } = request;
  try {
    if (
      !dispatch(host, 'accelerated-checkout:start', {
        instrument: instrument.name,
        line: null,
        requiresShipping,
      })
    )
      return;
    const checkoutUrl = await checkoutUrlOf(request);
    if (signal.aborted) return;
    if (checkoutUrl === null) fail(request, 'checkout_unavailable', CHECKOUT_ERROR);
    else
      redirect(
        { ...request, redirect: { shopWalletFrom: 'direct_checkout_cart' } },
        { checkoutUrl, reason: null },
      );
  } catch (error) {
    if (signal.aborted) return;
    console.warn('accelerated-checkout:', error);
    fail(request, 'checkout_unavailable', CHECKOUT_ERROR);
  } finally {
    release();
  }
}

/** Goes to the shop wallet, which is a part of the checkout (rows 2.30 and 4.06). Never rejects. */
export function leave(request: PurchaseRequest): Promise<void> {
  const { source } = request;
  return source.kind === 'cart'
    ? leaveWithCart({ ...request, source })
    : purchase({ ...request, source, redirect: { shopWalletFrom: 'direct_checkout_product' } });
}
