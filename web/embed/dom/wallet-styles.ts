/**
 * The styles inside `<pay-wallet-button>`. Height, radius and shadow come from the host, which the page's styles and the
 * theme dress; the colours are the wallet's: one brand colour, or black on light backgrounds and white on dark ones (contrast
 * 21:1 and 15:1). Venmo's white on blue has 3.4:1, enough for a mark and too little for words before it. What text inherits is named: `all: initial` would show a button whose surroundings are hidden.
 */
export const css = `
.button {
  all: unset;
  box-sizing: border-box;
  display: flex;
  gap: .4em;
  align-items: center;
  justify-content: center;
  inline-size: 100%;
  block-size: 100%;
  padding: 0 12px;
  overflow: hidden;
  border: 1px solid #747775;
  border-radius: inherit;
  background: #000;
  color: #fff;
  font: 500 16px/1 system-ui, sans-serif;
  letter-spacing: normal;
  text-indent: 0;
  text-shadow: none;
  text-transform: none;
  white-space: nowrap;
  word-spacing: normal;
  cursor: pointer;
}
.dark {
  background: #fff;
  color: #1f1f1f;
}
.button:hover {
  background: #3c4043;
}
.dark:hover {
  background: #f1f3f4;
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
.logo {
  flex: none;
  block-size: clamp(14px, 45%, 24px);
  inline-size: auto;
  fill: currentColor;
}
@media (forced-colors: none) {
  .button:hover {
    filter: brightness(.94);
  }
  :host([wallet='paypal']) .button {
    background: #ffc439;
    color: #003087;
  }
  :host([wallet='amazon_pay']) .button {
    background: #ffd814;
    color: #0f1111;
  }
  :host([wallet='venmo']:not([call-to-action])) .button {
    background: #008cff;
    color: #fff;
  }
}
@media (prefers-reduced-motion: no-preference) {
  .button {
    transition: background-color .15s;
  }
}
@media (forced-colors: active) {
  .button {
    border-color: ButtonText;
    background: ButtonFace;
    color: ButtonText;
  }
  .button:disabled {
    border-color: GrayText;
    color: GrayText;
    opacity: 1;
  }
  .button:focus-visible {
    outline-color: Highlight;
  }
}
`;
