/**
 * The attributes that the cart's and the checkout's element share. Only names: the kinds are in the wallet chunk, which
 * the entry does not load.
 */
const COMMON = [
  'access-token',
  'buyer-country',
  'buyer-currency',
  'cart-id',
  'debug',
  'disabled',
  'enabled-flags',
  'has-selling-plan',
  'page-type',
  'requires-shipping',
  'shop-id',
] as const;

/** The attributes of `<accelerated-checkout-cart>`. */
export const CART_ATTRIBUTES = [...COMMON, 'wallet-configs'] as const;

/** The attributes of `<checkout-wallet-button>`. */
export const CHECKOUT_ATTRIBUTES = [...COMMON, 'call-to-action', 'only-sdk', 'wallet-config'] as const;
