import {
  BUTTON_HEIGHT_DEFAULT_PX,
  CART_BUTTON_HEIGHT_HORIZONTAL_PX,
  CART_BUTTON_HEIGHT_VERTICAL_PX,
  PRODUCT_BUTTON_MIN_WIDTH_PX,
  RETAILER_BUTTON_MIN_WIDTH_PX,
  ROW_GAP_PX,
} from '../constants.ts';
import { clampedHeight, setting } from './theme-settings.ts';

/**
 * The styles of wallets' buttons and of the cart's grid in the page's own DOM; they come with the wallets' chunk, which
 * draws both. No least width exceeds a cell of the grid. All of it in `:where()`, so that any rule of the theme wins. The heading is for screen readers alone, whatever
 * the theme does to headings.
 */
export const css = `
:where(pay-wallet-button) {
  box-sizing: border-box;
  display: block;
  inline-size: 100%;
  block-size: ${clampedHeight(BUTTON_HEIGHT_DEFAULT_PX)};
  border-radius: ${setting('button-border-radius', '0')};
  box-shadow: ${setting('button-box-shadow', 'none')};
}
:where(pay-wallet-button[wallet='amazon_pay']) {
  min-inline-size: min(${RETAILER_BUTTON_MIN_WIDTH_PX}px, 100%);
}
:where(accelerated-checkout > pay-wallet-button) {
  min-inline-size: ${PRODUCT_BUTTON_MIN_WIDTH_PX}px;
}
:where(.wallet-cart-heading) {
  position: absolute !important;
  inline-size: 1px !important;
  block-size: 1px !important;
  margin: -1px !important;
  padding: 0 !important;
  overflow: hidden !important;
  clip-path: inset(50%) !important;
  white-space: nowrap !important;
}
:where(.wallet-cart-grid) {
  display: grid;
  grid-template-columns: repeat(var(--accelerated-checkout-columns, 1), minmax(0, 1fr));
  gap: ${setting('row-gap', `${ROW_GAP_PX}px`)};
  margin: 0;
  padding: 0;
  list-style: none;
}
:where(.wallet-cart-button-container) {
  margin: 0;
}
:where(.wallet-cart-grid--horizontal) :where(pay-wallet-button) {
  block-size: ${clampedHeight(CART_BUTTON_HEIGHT_HORIZONTAL_PX)};
}
:where(.wallet-cart-grid--vertical) :where(pay-wallet-button) {
  block-size: ${clampedHeight(CART_BUTTON_HEIGHT_VERTICAL_PX)};
}
`;
