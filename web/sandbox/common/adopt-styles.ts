import { styleSheet } from '../../base/style-sheet.ts';
import { pageStyles } from './page-styles.ts';
import type { WalletId } from './palettes.ts';

/** Gives this page a wallet's styles. */
export function adoptPageStyles(wallet: WalletId): void {
  document.adoptedStyleSheets = [styleSheet(pageStyles(wallet))];
}
