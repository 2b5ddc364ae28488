import { BUTTON_HEIGHT_DEFAULT_PX, PRODUCT_BUTTON_MIN_WIDTH_PX } from '../constants.ts';
import { clamped, setting } from './theme-settings.ts';

/**
 * The styles of wallets' buttons in the page's own DOM; they come with the wallets' chunk, which draws them. The cart's grid also
 * says the height of its buttons. All of it in `:where()`, so that any rule of the theme wins.
 */
export const css = `
:where(pay-wallet-button) {
  box-sizing: border-box;
  display: block;
  inline-size: 100%;
  block-size: ${clamped(`var(--wallet-cart-height,${BUTTON_HEIGHT_DEFAULT_PX}px)`)};
  border-radius: ${setting('button-border-radius', '0')};
  box-shadow: ${setting('button-box-shadow', 'none')};
}
:where(accelerated-checkout > pay-wallet-button) {
  min-inline-size: ${PRODUCT_BUTTON_MIN_WIDTH_PX}px;
}
`;
