import {
  CART_BUTTON_HEIGHT_HORIZONTAL_PX,
  CART_BUTTON_HEIGHT_VERTICAL_PX,
  ROW_GAP_PX,
} from '../constants.ts';
import { setting } from './theme-settings.ts';

/**
 * The styles of the cart's grid in the page's own DOM; they come with the chunk that draws it. All of it in `:where()`, so that
 * any rule of the theme wins. The heading is for screen readers alone, whatever the theme does to headings. The buttons get
 * their height by a property, because their own styles may come before or after these.
 */
export const css = `
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
:where(.wallet-cart-grid--horizontal) {
  --wallet-cart-height: ${CART_BUTTON_HEIGHT_HORIZONTAL_PX}px;
}
:where(.wallet-cart-grid--vertical) {
  --wallet-cart-height: ${CART_BUTTON_HEIGHT_VERTICAL_PX}px;
}
`;
