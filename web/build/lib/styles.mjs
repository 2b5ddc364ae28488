import { transform } from 'lightningcss';
import { runEmbedModule } from './views.mjs';

/** @typedef {{ css: string }} StyleModule */

/** What the browsers we support have (the dialog element, `:where`, constructable style sheets). */
const targets = { chrome: 105 << 16, firefox: 121 << 16, safari: (16 << 16) | (4 << 8) };

/** @param {string} name @param {string} css */
export function minifyCss(name, css) {
  const { code, warnings } = transform({ filename: name, code: Buffer.from(css), minify: true, targets });
  if (warnings.length > 0) throw new Error(`${name}: ${warnings.map(({ message }) => message).join('; ')}`);
  return code.toString();
}

/** The embed's style sheets, minified. */
export async function renderStyles() {
  /** @type {StyleModule} */
  const page = await runEmbedModule('dom/page-styles.ts');
  /** @type {StyleModule} */
  const dialog = await runEmbedModule('dom/dialog-styles.ts');
  return { page: minifyCss('page.css', page.css), dialog: minifyCss('dialog.css', dialog.css) };
}
