import { SHOP_WALLET_BUTTON_WIDTH_PX } from '../constants.ts';

/** The width of the shop wallet's button where no element lays it out. In `:where()`, so that any rule of the theme wins. */
export const css = `
:where(pay-wallet-button[wallet='shop_pay']) {
  inline-size: min(${SHOP_WALLET_BUTTON_WIDTH_PX}px, 100%);
}
:where(accelerated-checkout, .wallet-cart-button-container, checkout-wallet-button) > :where(pay-wallet-button[wallet]) {
  inline-size: 100%;
}
`;
