import { css as pageStyles } from 'virtual:styles/page';
import { CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS } from '../constants.ts';
import { registerInstrument } from '../flows/instrument-registry.ts';
import { loadWallet } from './loaders/chunks.ts';
import { ProductElement } from './product-element.ts';
import { adoptPageStyles } from '../dom/style-sheet.ts';
import { CART_TAG, CHECKOUT_TAG, PAY_WALLET_TAG, PRODUCT_TAG } from './tags.ts';
import { CartElement, CheckoutElement } from './wallet-element.ts';
import { sheetWallets } from './loaders/wallets.ts';

const ELEMENTS = [
  [PRODUCT_TAG, ProductElement],
  [CART_TAG, CartElement],
  [CHECKOUT_TAG, CheckoutElement],
] as const;

/** Takes the skeletons of an element away: what they hold a place for will not come. */
function removeSkeletons(tag: string): void {
  for (const skeleton of document.querySelectorAll(
    `${tag}>.shopify-payment-button__skeleton,${tag} .wallet-cart-button__skeleton`,
  ))
    skeleton.remove();
}

/** Defines one element. Where that fails (another script owns the name, the registry is locked) its skeletons go. */
function define(tag: string, element: CustomElementConstructor): void {
  const giveUp = setTimeout(removeSkeletons, CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS, tag);
  customElements.whenDefined(tag).then(
    () => {
      clearTimeout(giveUp);
    },
    () => undefined,
  );
  customElements.define(tag, element);
}

/**
 * Defines the elements, once per page: a second copy of the script, or one of another version, leaves everything to the
 * first.
 */
export function defineElements(): void {
  if (customElements.get(PRODUCT_TAG)) return;
  adoptPageStyles(pageStyles);
  sheetWallets().forEach(registerInstrument);
  for (const [tag, element] of ELEMENTS) define(tag, element);
  // One that stands by itself; the ones in our elements come with theirs.
  if (document.querySelector(PAY_WALLET_TAG)) loadWallet().catch(() => undefined);
}
