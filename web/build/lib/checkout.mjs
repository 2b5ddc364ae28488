import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** @typedef {import('./output.mjs').Output} Output */

const configFile = fileURLToPath(new URL('../../checkout/vite.config.ts', import.meta.url));

/**
 * Builds the checkout app as its own configuration says; Vite names the files by their hash.
 * @param {Output} output
 */
export async function buildCheckout(output) {
  const result = await build({ configFile, logLevel: 'warn', build: { write: false, manifest: false } });
  /** @type {string | undefined} */
  let entry;
  /** @type {string[]} */
  const css = [];
  for (const file of [result].flat().flatMap((part) => ('output' in part ? part.output : []))) {
    const url = output.addHashed(basename(file.fileName), file.type === 'chunk' ? file.code : file.source);
    if (file.type === 'chunk' && file.isEntry) entry = url;
    if (url.endsWith('.css')) css.push(url);
  }
  if (entry === undefined) throw new Error('The checkout app has no entry');
  return { entry, css };
}
