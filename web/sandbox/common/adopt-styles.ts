import { pageStyles } from './page-styles.ts';
import type { WalletId } from './palettes.ts';

/** Gives this page a wallet's styles. */
export function adoptPageStyles(wallet: WalletId): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(pageStyles(wallet));
  document.adoptedStyleSheets = [styles];
}
