import { css as pageStyles } from 'virtual:styles/page';
import { CUSTOM_ELEMENT_DEFINITION_TIMEOUT_MS } from '../constants.ts';
import { registerInstrument } from '../flows/instrument-registry.ts';
import { loadWallet } from './loaders/chunks.ts';
import { ProductElement } from './product-element.ts';
import { adoptPageStyles } from '../../base/style-sheet.ts';
import { CART_TAG, CHECKOUT_TAG, PAY_WALLET_TAG, PRODUCT_TAG } from './tags.ts';
import { CartElement, CheckoutElement } from './wallet-element.ts';
import { sheetWallets } from './loaders/wallets.ts';

const ELEMENTS = [
  [PRODUCT_TAG, ProductElement],
  [CART_TAG, CartElement],
  [CHECKOUT_TAG, CheckoutElement],
] as const;

/** Removes the skeletons of elements that will not be defined. */
function removeSkeletons(tag: string): void {
  for (const skeleton of document.querySelectorAll(
    `${tag}>.shopify-payment-button__skeleton,${tag} .wallet-cart-button__skeleton`,
  ))
    skeleton.remove();
}

/**
 * Defines one element. If that fails (another script owns the name, or the registry is locked), its skeletons are
 * removed.
 */
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

/** Defines the elements, once per page: a second copy of the script, of whatever version, does nothing. */
export function defineElements(): void {
  if (customElements.get(PRODUCT_TAG)) return;
  adoptPageStyles(pageStyles);
  sheetWallets().forEach(registerInstrument);
  for (const [tag, element] of ELEMENTS) define(tag, element);
  // A button that the page itself wrote; the elements load the chunk for their own buttons.
  if (document.querySelector(PAY_WALLET_TAG)) loadWallet().catch(() => undefined);
}
