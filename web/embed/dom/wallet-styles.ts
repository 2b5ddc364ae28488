/** The narrowest button with the call to action, in pixels. In a narrower one its words are too small to be read. */
const CALLING_WIDTH = 190;

/** The width of the call to action with its gap, in em. */
const CALL_WIDTH = 7;

/**
 * The common styles inside `<pay-wallet-button>`. Height, radius and shadow come from the host, which the page's styles and the
 * theme dress; the colours come from the brand's own sheet, and from the system where it forces colours. What text inherits is
 * named: `all: initial` would show a button whose surroundings are hidden.
 *
 * Words and mark have one size, which grows with the button and with the reader's own text size (`medium` where a theme
 * changes `rem`), as far as both fit.
 */
export const css = `
:host {
  container-type: size;
}
.button {
  --style: var(--accelerated-checkout-button-style);
  all: unset;
  box-sizing: border-box;
  display: grid;
  place-content: center;
  inline-size: 100%;
  block-size: 100%;
  overflow: hidden;
  border: 1px solid ButtonText;
  border-radius: inherit;
  background: ButtonFace;
  color: ButtonText;
  font: 500 medium/1 system-ui, sans-serif;
  letter-spacing: normal;
  text-indent: 0;
  text-shadow: none;
  text-transform: none;
  white-space: nowrap;
  word-spacing: normal;
  cursor: pointer;
}
.calling {
  --call: ${String(CALL_WIDTH)};
}
.content {
  display: flex;
  gap: .4em;
  align-items: center;
  font-size: min(max(1em, 1rem, 36cqb), 73cqb, (100cqi - 16px) / (var(--width) + var(--call, 0)));
}
.content > span {
  display: var(--accelerated-checkout-call-display, block);
}
@container (width < ${String(CALLING_WIDTH)}px) {
  .calling {
    --call: 0;
  }
  .content > span {
    display: none;
  }
}
.logo {
  flex: none;
  block-size: calc(var(--height) * min(1em, 53cqb));
  color: var(--mark, inherit);
}
.button:enabled:hover {
  opacity: .85;
}
.button:focus-visible {
  outline: 2px solid #1a1a1a;
  outline-offset: 2px;
  box-shadow: 0 0 0 2px #fff;
}
.dark:focus-visible {
  outline-color: #fff;
  box-shadow: 0 0 0 2px #1a1a1a;
}
.button:disabled {
  opacity: .5;
  cursor: not-allowed;
}
@media (forced-colors: active) {
  path {
    fill: currentColor;
  }
  .button:disabled {
    border-color: GrayText;
    color: GrayText;
    opacity: 1;
  }
}
`;
