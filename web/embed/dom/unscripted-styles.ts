import { CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS } from '../constants.ts';
import { skeleton } from './page-styles.ts';

/**
 * The styles of a page whose script has not come, beside those of `page-styles.ts`; a script that is there need not bring
 * them. Where scripting is off the skeletons are gone at once. Where the script does not define the element within the
 * definition timeout (blocked, not found, failed) the skeleton goes and its place stays empty, because a script that is
 * merely late must not make the page jump twice. All of it is CSS, so it works under any content security policy.
 */
export const css = `
:where(:not(:defined)) > ${skeleton} {
  animation: accelerated-checkout-give-up 0s ${CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS}ms forwards;
}
@media (scripting: none) {
  accelerated-checkout:has(> .shopify-payment-button__skeleton):not(:has(> noscript)),
  .shopify-payment-button__skeleton,
  .wallet-cart-button__skeleton {
    display: none;
  }
}
@keyframes accelerated-checkout-give-up {
  to { visibility: hidden; }
}
`;
