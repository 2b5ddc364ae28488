import { CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS } from '../constants.ts';
import { ProductElement } from './product-element.ts';
import { adoptPageStyles } from './styles.ts';
import { PRODUCT_TAG } from './tags.ts';

/** Takes the skeletons away: what they hold a place for will not come. */
function removeSkeletons(): void {
  for (const skeleton of document.querySelectorAll(`${PRODUCT_TAG}>.shopify-payment-button__skeleton`))
    skeleton.remove();
}

/**
 * Defines the elements, once per page: a second copy of the script, or one of another version, leaves everything to the
 * first. Where the definition fails (another script owns the name, the registry is locked) the skeletons go.
 */
export function defineElements(): void {
  if (customElements.get(PRODUCT_TAG)) return;
  const giveUp = setTimeout(removeSkeletons, CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS);
  customElements.whenDefined(PRODUCT_TAG).then(
    () => {
      clearTimeout(giveUp);
    },
    () => undefined,
  );
  adoptPageStyles();
  customElements.define(PRODUCT_TAG, ProductElement);
}
