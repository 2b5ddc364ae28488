import {
  BUTTON_HEIGHT_DEFAULT_PX,
  CART_BUTTON_HEIGHT_HORIZONTAL_PX,
  CART_BUTTON_HEIGHT_VERTICAL_PX,
  PRODUCT_BUTTON_MIN_WIDTH_PX,
  ROW_GAP_PX,
} from '../constants.ts';
import { clampedHeight, setting } from './theme-settings.ts';

const host = ':where(accelerated-checkout)';

export const skeleton = ':where(.shopify-payment-button__skeleton, .wallet-cart-button__skeleton)';

/** Height of the delivery-promise badge: one line under the button, whose place is reserved. */
const PROMISE_HEIGHT_PX = 28;

/** Height of the more-options link: one line, so that its place can be reserved. */
const LINK_HEIGHT_PX = 24;

const height = clampedHeight(BUTTON_HEIGHT_DEFAULT_PX);
const radius = setting('button-border-radius', '0');

/**
 * The styles of elements in the page's own DOM. All selectors use `:where()`, so that any rule of the theme wins.
 * The host reserves the height of button and badge, whatever box-sizing the theme sets, so that nothing moves when scripts
 * arrive. Skeletons are as high as the button that replaces them.
 */
export const css = `
:where(accelerated-checkout-cart, checkout-wallet-button):where(:not(:empty)) {
  display: block;
}
${host} {
  box-sizing: content-box;
  display: block;
  min-block-size: ${height};
}
accelerated-checkout[hidden] {
  display: none !important;
}
:where(accelerated-checkout[recommended]:not([recommended*='"buy_it_now"'])) {
  min-block-size: calc(${height} + ${setting('row-gap', `${ROW_GAP_PX}px`)} + ${LINK_HEIGHT_PX}px);
}
${host}:where([enabled-flags*='"delivery_promise"']) {
  padding-block-end: ${PROMISE_HEIGHT_PX}px;
}
${host} :where(.shopify-payment-button__button--unbranded) {
  box-sizing: border-box;
  display: block;
  inline-size: 100%;
  min-inline-size: ${PRODUCT_BUTTON_MIN_WIDTH_PX}px;
  block-size: ${height};
  margin: 0;
  padding: 0 16px;
  border: 1px solid transparent;
  border-radius: ${radius};
  box-shadow: ${setting('button-box-shadow', 'none')};
  background: #1a1a1a;
  color: #fff;
  font: inherit;
  font-weight: 600;
  text-align: center;
  cursor: pointer;
}
${host} :where(.shopify-payment-button__button--unbranded:focus-visible, .shopify-payment-button__more-options:focus-visible) {
  outline: 2px solid currentColor;
  outline-offset: 2px;
}
${host} :where(.shopify-payment-button__button--unbranded:focus-visible) {
  outline-color: #1a1a1a;
  box-shadow: 0 0 0 2px #fff;
}
${host} :where(.shopify-payment-button__button--unbranded:disabled, .shopify-payment-button__more-options:disabled) {
  opacity: .5;
  cursor: not-allowed;
}
${host} :where(.shopify-payment-button__more-options) {
  display: block;
  inline-size: 100%;
  block-size: ${LINK_HEIGHT_PX}px;
  margin: ${setting('row-gap', `${ROW_GAP_PX}px`)} 0 0;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  line-height: ${LINK_HEIGHT_PX}px;
  text-align: center;
  text-decoration: underline;
  cursor: pointer;
}
${skeleton} {
  block-size: ${height};
  border-radius: ${radius};
  background: ${setting('skeleton-background-color', '#dedede')};
}
:where(accelerated-checkout-cart) ${skeleton} {
  block-size: ${clampedHeight(CART_BUTTON_HEIGHT_HORIZONTAL_PX)};
}
:where(.additional-checkout-buttons--vertical) ${skeleton} {
  block-size: ${clampedHeight(CART_BUTTON_HEIGHT_VERTICAL_PX)};
}
@media (prefers-reduced-motion: no-preference) {
  ${skeleton} {
    animation: accelerated-checkout-pulse ${setting('skeleton-animation-duration', '4s')} ${setting('skeleton-animation-timing-function', 'ease')} infinite;
  }
}
@keyframes accelerated-checkout-pulse {
  0%, to { opacity: ${setting('skeleton-animation-opacity-start', '1')}; }
  50% { opacity: ${setting('skeleton-animation-opacity-end', '.5')}; }
}
`;
