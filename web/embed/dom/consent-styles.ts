/** The buyer-consent block, in the page's own DOM: any rule of the theme wins. */
export const css = `
:where(.accelerated-checkout-consent) {
  margin: 8px 0 0;
  font-size: .875em;
  line-height: 1.5;
}
:where(.accelerated-checkout-consent) :where(button) {
  min-block-size: 24px;
  margin: 0;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: inherit;
  text-decoration: underline;
  cursor: pointer;
}
:where(.accelerated-checkout-consent) :where(button:focus-visible) {
  outline: 2px solid currentColor;
  outline-offset: 2px;
}
@media (forced-colors: active) {
  :where(.accelerated-checkout-consent) :where(button) { color: LinkText; }
}
`;
