import { CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS } from '../constants.ts';
import { skeleton } from './page-styles.ts';

/**
 * Styles for a page whose script has not run, in addition to `page-styles.ts`. The script does not contain them. With scripting
 * off the skeletons are hidden at once. If the script does not define the element within the definition timeout (blocked, not
 * found, failed), the skeleton disappears and its place stays empty, so that a late script does not move the page twice. All of
 * it is CSS, so it works under any content security policy.
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
:where(accelerated-checkout > noscript) > button + button {
  margin-block-start: 8px;
}
@keyframes accelerated-checkout-give-up {
  to { visibility: hidden; }
}
`;
