import { controlStyles } from '../common/control-styles.ts';
import { paletteStyles } from '../common/palettes.ts';
import type { Funding } from './types.ts';

const NAMES: Readonly<Record<Funding, string>> = { paypal: 'PayPal', venmo: 'Venmo' };

export const overlayTexts = {
  title: (funding: Funding) => `Platíte v\u00a0okně služby ${NAMES[funding]}`,
  hint: 'Nevidíte ho? Schovalo se nejspíš za prohlížeč.',
  show: 'Zobrazit okno',
  cancel: 'Zrušit platbu',
} as const;

const dialogStyles = `
:host { all: initial; }
dialog {
  color-scheme: light dark;
  display: grid;
  gap: 0.75rem;
  width: min(24rem, calc(100vw - 2rem));
  max-height: calc(100dvh - 2rem);
  margin: auto;
  padding: 1.25rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.4 system-ui, sans-serif;
  text-align: center;
  overflow: auto;
}
dialog::backdrop { background: rgb(0 0 0 / 75%); }
`;

/** The styles of the overlay, in the wallet's colours. */
export const overlayStyles = (funding: Funding): string =>
  `${paletteStyles(funding)}${controlStyles}${dialogStyles}`;
