import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

/** @typedef {import('./output.mjs').Output} Output */

const embed = fileURLToPath(new URL('../../embed/', import.meta.url));

/**
 * The import map by which browsers verify the modules of a page, those that scripts import later included.
 * @param {Output} output
 * @param {readonly string[]} urls
 */
export function importMap(output, urls) {
  const integrity = urls.map((url) => {
    const hash = output.integrity[url];
    if (hash === undefined) throw new Error(`The build has no hash of ${url}`);
    return [url, hash];
  });
  return JSON.stringify({ integrity: Object.fromEntries(integrity) });
}

/** The inline script that reports changed files. */
export async function tamperWatch() {
  const code = (await bundle(embed, 'tampering/watch.ts', { format: 'iife' })).trim();
  if (/<\/script|<!--/i.test(code)) throw new Error('The inline script would end its own element');
  return code;
}

/**
 * What pages contain inline so that browsers verify what they load, and report what has changed.
 * @param {Output} output
 * @param {{ storefront: readonly string[], checkout: readonly string[] }} modules the URLs of the modules of each graph
 */
export async function pageIntegrity(output, { storefront, checkout }) {
  return {
    storefront: importMap(output, storefront),
    /** The checkout shows wallet buttons, too. A page may have only one import map in older browsers. */
    checkout: importMap(output, [...storefront, ...checkout]),
    watch: await tamperWatch(),
    modules: { storefront, checkout },
  };
}
