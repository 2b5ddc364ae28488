/** The product element as its parts see it from inside. */
export const PRODUCT_SELECTOR = 'accelerated-checkout';

/** On the product element while a delivery promise is shown. */
export const PROMISED = 'data-promised';
