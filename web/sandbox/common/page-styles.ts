import { controlStyles } from './control-styles.ts';
import { paletteStyles, type WalletId } from './palettes.ts';

/** The foot stays at the page's end in view, except on screens too low for that. */
const documentStyles = `
:root { color-scheme: light dark; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.4 system-ui, sans-serif; }
.strip, .band, main > *, form > * { padding-inline: max(1.25rem, calc(50vw - 15rem)); }
main, .page form { display: grid; gap: 1rem; }
main { padding-top: 1rem; }
main > form { padding-inline: 0; }
.foot { position: sticky; bottom: 0; }
@media (max-height: 20rem) { .foot { position: static; } }
`;

/** The styles of a page in a wallet's window, or of a provider's page. */
export const pageStyles = (wallet: WalletId): string =>
  `${paletteStyles(wallet)}${controlStyles}${documentStyles}`;
