import { loadLogo, type Logo } from './logos.ts';
import { styleSheet } from '../../base/style-sheet.ts';
import type { Tree } from './tree.ts';

/** Prerendered buttons of wallets, by the name of the view. */
export type ButtonViews = Readonly<Record<string, Tree>>;

/** What makes a button its brand's: the address of its logo, and its styles. By the names of the wallets. */
export type BrandLooks = Readonly<Record<string, { readonly logo: string; readonly css: string }>>;

/** The same, loaded. */
interface Look {
  readonly sheet: CSSStyleSheet;
  readonly logo: Promise<Logo>;
}

const known = new Map<string, Tree>();
const looks = new Map<string, Look>();

/** Adds the buttons that a wallet's chunk contains. Their logos load while the wallet is asked whether it can be used. */
export function addButtonViews(views: ButtonViews, brands: BrandLooks): void {
  for (const [view, tree] of Object.entries(views)) known.set(view, tree);
  for (const [wallet, { css, logo: url }] of Object.entries(brands)) {
    const logo = loadLogo(url);
    // Every button of the wallet hears of it.
    logo.catch(() => undefined);
    looks.set(wallet, { sheet: styleSheet(css), logo });
  }
}

/** A wallet's button, with or without its call to action; undefined until the wallet's chunk has loaded. */
export const buttonView = (wallet: string, callToAction: boolean): Tree | undefined =>
  known.get(callToAction ? `${wallet}-call-to-action` : wallet);

/** A wallet's look; undefined until the wallet's chunk has loaded. */
export const buttonLook = (wallet: string): Look | undefined => looks.get(wallet);
