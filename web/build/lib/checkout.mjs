import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, runnerImport } from 'vite';

/** @typedef {import('./output.mjs').Output} Output */
/** @typedef {{ entry: string, preload: string[] }} Page its script, and the others that it cannot start without */

/** @typedef {Awaited<ReturnType<typeof buildCheckout>>} Checkout */

/** @param {string} path relative to web/checkout */
const checkoutPath = (path) => fileURLToPath(new URL(`../../checkout/${path}`, import.meta.url));

/**
 * Builds the checkout's pages as their own configuration says; Vite names the files by their hash.
 * @param {Output} output
 */
export async function buildCheckout(output) {
  const configFile = checkoutPath('vite.config.ts');
  const result = await build({ configFile, logLevel: 'warn', build: { write: false, manifest: false } });
  const files = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  /** @type {Map<string, { url: string, chunk: Extract<typeof files[number], { type: 'chunk' }> }>} */
  const chunks = new Map();
  /** @type {string[]} */
  const css = [];
  for (const file of files) {
    const url = output.addHashed(basename(file.fileName), file.type === 'chunk' ? file.code : file.source);
    if (file.type === 'chunk') chunks.set(file.fileName, { url, chunk: file });
    if (url.endsWith('.css')) css.push(url);
  }
  /** @param {string} name @returns {string[]} */
  const scripts = (name) => {
    const found = chunks.get(name);
    if (found === undefined) throw new Error(`The checkout has no ${name}`);
    return [found.url, ...found.chunk.imports.flatMap(scripts)];
  };
  /** @param {string} name @returns {Page} */
  const page = (name) => {
    const own = [...chunks].find(([, { chunk }]) => chunk.isEntry && chunk.name === name);
    if (own === undefined) throw new Error(`The checkout app has no ${name}`);
    const [entry, ...preload] = new Set(scripts(own[0]));
    if (entry === undefined) throw new Error(`The page ${name} has no script`);
    return { entry, preload };
  };
  /** @type {typeof import('../../checkout/src/prerender.tsx')} */
  const { firstForm } = await runCheckoutModule('src/prerender.tsx');
  /** @type {typeof import('../../checkout/src/api/documents.ts')} */
  const { PAGE_CART } = await runCheckoutModule('src/api/documents.ts');
  return {
    ...page('checkout'),
    confirmation: page('confirmation'),
    css,
    /** What the server answers the page with: a template, and the question for the cart in it. */
    form: firstForm(),
    cart_query: PAGE_CART,
  };
}

/**
 * Runs a module of the checkout in this process.
 * @template T
 * @param {string} path relative to web/checkout
 * @returns {Promise<T>}
 */
async function runCheckoutModule(path) {
  const { module } = await runnerImport(checkoutPath(path), { configFile: false, logLevel: 'error' });
  return /** @type {T} */ (module);
}
