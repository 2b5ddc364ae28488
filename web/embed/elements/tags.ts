/** The tags this entry defines, in one place. */
export const PRODUCT_TAG = 'accelerated-checkout';
