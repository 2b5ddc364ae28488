import { controlStyles } from './control-styles.ts';
import { paletteStyles, type WalletId } from './palettes.ts';

/** The foot stays in view, except on screens too low for that. What has the focus scrolls to above it. */
const documentStyles = `
:root { color-scheme: light dark; scroll-padding-bottom: 12rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.4 system-ui, sans-serif; }
.band { padding-inline: max(1.25rem, calc(50vw - 15rem)); }
main { display: grid; gap: 1rem; max-width: 32.5rem; margin: 0 auto; padding: 1rem 1.25rem; }
.foot { position: sticky; bottom: 0; margin-inline: -1.25rem; }
@media (max-height: 30rem) {
  :root { scroll-padding-bottom: 0; }
  .foot { position: static; }
}
`;

/** The styles of a page in a wallet's window, or of a provider's page. */
export const pageStyles = (wallet: WalletId): string =>
  `${paletteStyles(wallet)}${controlStyles}${documentStyles}`;
