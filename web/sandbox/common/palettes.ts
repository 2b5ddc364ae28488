/** The wallets and providers that are emulated. */
export type WalletId = 'amazon-pay' | 'apple-pay' | 'google-pay' | 'meta-pay' | 'paypal' | 'venmo';

/** The colours of a wallet: its band with the name, the button that pays, and what is chosen or focused. */
interface Palette {
  readonly band: string;
  readonly onBand: string;
  readonly pay: string;
  readonly onPay: string;
  readonly mark: string;
}

const palette = (band: string, onBand: string, pay: string, onPay: string, mark: string): Palette => ({
  band,
  onBand,
  pay,
  onPay,
  mark,
});

/** Light and dark. Text has at least 4.5:1 on its ground; only Venmo's name, which is large, has less on Venmo's blue. */
const PALETTES: Readonly<Record<WalletId, readonly [light: Palette, dark: Palette]>> = {
  'amazon-pay': [
    palette('#131921', '#fff', '#ffd814', '#0f1111', '#007185'),
    palette('#131921', '#fff', '#ffd814', '#0f1111', '#6ad0e0'),
  ],
  'apple-pay': [
    palette('#f2f2f7', '#000', '#000', '#fff', '#0066cc'),
    palette('#2c2c2e', '#fff', '#fff', '#000', '#6cb4ff'),
  ],
  'google-pay': [
    palette('#fff', '#1f1f1f', '#0b57d0', '#fff', '#0b57d0'),
    palette('#1e1f20', '#e3e3e3', '#a8c7fa', '#062e6f', '#a8c7fa'),
  ],
  'meta-pay': [
    palette('#0064e0', '#fff', '#0064e0', '#fff', '#0064e0'),
    palette('#0457cb', '#fff', '#4d9dff', '#0a1317', '#7cb5ff'),
  ],
  paypal: [
    palette('#003087', '#fff', '#ffc439', '#002a77', '#0070ba'),
    palette('#003087', '#fff', '#ffc439', '#002a77', '#7cc0f5'),
  ],
  venmo: [
    palette('#008cff', '#fff', '#0070d6', '#fff', '#0070d6'),
    palette('#0070d6', '#fff', '#4db2ff', '#06203a', '#7cc7ff'),
  ],
};

const declarations = ({ band, onBand, pay, onPay, mark }: Palette): string =>
  `--band: ${band}; --on-band: ${onBand}; --pay: ${pay}; --on-pay: ${onPay}; --mark: ${mark};`;

/** The custom properties of a wallet's colours, of the neutral ones, and of both in the dark. */
export function paletteStyles(wallet: WalletId): string {
  const [light, dark] = PALETTES[wallet];
  return `
:host, :root {
  ${declarations(light)}
  --ground: #fff; --raised: #f5f6f7; --text: #1f1f1f; --quiet: #55595d; --line: #747775; --hair: #d6d9dc;
  --wrong: #fce8e6; --on-wrong: #8c1d18; --trial: #fff3d1; --on-trial: #4f3b00; --off: #d6d9dc; --on-off: #3c4043;
}
@media (prefers-color-scheme: dark) {
  :host, :root {
    ${declarations(dark)}
    --ground: #1e1f20; --raised: #2a2c2e; --text: #e8eaed; --quiet: #b9bec4; --line: #8e9196; --hair: #43474b;
    --wrong: #5c1a16; --on-wrong: #ffdad6; --trial: #3f3100; --on-trial: #ffe39a; --off: #3c4043; --on-off: #c4c7c5;
  }
}
`;
}
