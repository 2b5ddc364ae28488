import type { Tree } from './tree.ts';

/** Prerendered buttons of wallets, by the name of the view. */
export type ButtonViews = Readonly<Record<string, Tree>>;

const known = new Map<string, Tree>();

/** Adds the buttons that a wallet's chunk contains. */
export function addButtonViews(views: ButtonViews): void {
  for (const [view, tree] of Object.entries(views)) known.set(view, tree);
}

/** A wallet's button, with or without its call to action; undefined until the wallet's chunk has loaded. */
export const buttonView = (wallet: string, callToAction: boolean): Tree | undefined =>
  known.get(callToAction ? `${wallet}-call-to-action` : wallet);
