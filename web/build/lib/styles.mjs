import { transform } from 'lightningcss';
import { runEmbedModule } from './views.mjs';

/** @typedef {{ css: string }} StyleModule */

/** The supported browsers: those with the dialog element, `:where` and constructable style sheets. */
export const targets = { chrome: 105 << 16, firefox: 121 << 16, safari: (16 << 16) | (4 << 8) };

/** @param {string} name @param {string} css */
export function minifyCss(name, css) {
  const { code, warnings } = transform({ filename: name, code: Buffer.from(css), minify: true, targets });
  if (warnings.length > 0) throw new Error(`${name}: ${warnings.map(({ message }) => message).join('; ')}`);
  return code.toString();
}

/** The embed's style sheets, minified. */
export async function renderStyles() {
  const sheets = {
    page: 'page',
    unscripted: 'unscripted',
    wallet: 'wallet',
    walletPage: 'wallet-page',
    cartGrid: 'cart-grid',
    dialog: 'dialog',
    consent: 'consent',
    policy: 'policy',
    face: 'face',
    shopWalletPage: 'shop-wallet-page',
  };
  /** @type {Record<string, string>} */
  const minified = {};
  for (const [sheet, name] of Object.entries(sheets)) {
    /** @type {StyleModule} */
    const { css } = await runEmbedModule(`dom/${name}-styles.ts`);
    minified[sheet] = minifyCss(`${name}.css`, css);
  }
  return /** @type {Record<keyof typeof sheets, string>} */ (minified);
}
