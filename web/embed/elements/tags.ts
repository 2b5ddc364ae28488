/** The names of the custom elements. */
export const PRODUCT_TAG = 'accelerated-checkout';
export const CART_TAG = 'accelerated-checkout-cart';
export const CHECKOUT_TAG = 'checkout-wallet-button';
/** Defined by the wallets' chunk. */
export const PAY_WALLET_TAG = 'pay-wallet-button';
