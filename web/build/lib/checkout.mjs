import { fileURLToPath } from 'node:url';
import { bundle } from 'lightningcss';
import { runnerImport } from 'vite';
import { bundleGraph, filesOf } from './graph.mjs';
import { targets } from './styles.mjs';

/** @typedef {import('./output.mjs').Output} Output */
/** @typedef {{ entry: string, preload: string[] }} Page its script, and the other scripts that it needs to start */
/** @typedef {Awaited<ReturnType<typeof buildCheckout>>['manifest']} Checkout */

/** @param {string} path relative to web/checkout/src */
const source = (path) => fileURLToPath(new URL(`../../checkout/src/${path}`, import.meta.url));

/** The pages, each with its own script. */
const PAGES = { checkout: source('main.tsx'), confirmation: source('confirmation.tsx') };

/** The modules that the pages load on demand. */
const LATER = {
  account: source('account/Wallet.tsx'),
  'add-passkey': source('account/AddPasskey.tsx'),
  'amazon-buyer': source('amazon/Buyer.tsx'),
  'captcha-question': source('views/CaptchaQuestion.tsx'),
  'captcha-work': source('captcha/work.ts'),
  challenge: source('views/Challenge.tsx'),
  'challenge-wait': source('flow/challenge-wait.ts'),
  codes: source('flow/codes.ts'),
  'company-numbers': source('views/CompanyNumbers.tsx'),
  ended: source('views/Ended.tsx'),
  'mail-hint': source('views/MailHint.tsx'),
  'place-search': source('views/PlaceSearch.tsx'),
  recurring: source('views/Recurring.tsx'),
  remembered: source('views/Remembered.tsx'),
  review: source('views/Review.tsx'),
  'stock-notice': source('views/StockNotice.tsx'),
  'text-rules': source('form/text.ts'),
  'wallet-line': source('account/WalletLine.tsx'),
};

/**
 * Removes the style sheet from the scripts that import it: the server's page links it, so that it loads first.
 * @returns {import('rolldown').Plugin}
 */
const withoutStyles = () => ({
  name: 'zkratka-without-styles',
  load: {
    filter: { id: /\.css$/ },
    handler: () => ({ code: '', moduleType: 'js', moduleSideEffects: false }),
  },
});

/** The style sheet with all that it imports, minified. */
function checkoutStyles() {
  const { code, warnings } = bundle({ filename: source('styles/checkout.css'), minify: true, targets });
  if (warnings.length > 0) throw new Error(warnings.map(({ message }) => message).join('; '));
  return code;
}

/** The later modules of the confirmation; all others are the checkout's. */
const OF_CONFIRMATION = new Set(['confirmation', 'add-passkey']);

/** The page that loads an entry. @param {string} consumer */
const pageOf = (consumer) => (OF_CONFIRMATION.has(consumer) ? 'confirmation' : 'checkout');

/**
 * The chunk of a module. React, which rarely changes, gets a chunk, and so do the modules that both pages use. A module that a
 * page loads later is in that page's chunk if the page itself uses it, too; one that only later modules share has its own. No
 * page loads the other's chunk: loading it would start it.
 * @param {ReadonlySet<string>} consumers
 * @param {string} module
 */
export function checkoutChunk(consumers, module) {
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(module)) return 'react';
  if (!Object.keys(PAGES).some((page) => consumers.has(page)))
    return [...consumers].sort().join('-') || 'checkout';
  const [only = 'checkout', ...others] = new Set([...consumers].map(pageOf));
  return others.length === 0 ? only : 'checkout-pages';
}

/**
 * Builds the checkout's pages, and the template of the first form for the server.
 * @param {Output} output
 */
export async function buildCheckout(output) {
  const graph = await bundleGraph({
    entries: PAGES,
    later: LATER,
    plugins: [withoutStyles()],
    chunkOf: checkoutChunk,
  });
  for (const { fileName, code } of graph) output.addHashed(fileName, code);
  const css = [output.add('checkout.css', checkoutStyles())];
  /** @param {keyof typeof PAGES} name @returns {Page} */
  const page = (name) => {
    const [entry = '', ...preload] = filesOf(graph, name).map((file) => `/assets/${file}`);
    return { entry, preload };
  };
  /** @type {typeof import('../../checkout/src/prerender.tsx')} */
  const { firstForm } = await runCheckoutModule('prerender.tsx');
  /** @type {typeof import('../../checkout/src/api/documents.ts')} */
  const { PAGE_CART } = await runCheckoutModule('api/documents.ts');
  return {
    graph,
    manifest: {
      ...page('checkout'),
      confirmation: page('confirmation'),
      css,
      /** The template of the first form, and the query of its cart; the server renders them into the page. */
      form: firstForm(),
      cartQuery: PAGE_CART,
    },
  };
}

/**
 * Runs a module of the checkout in this process.
 * @template T
 * @param {string} path relative to web/checkout/src
 * @returns {Promise<T>}
 */
async function runCheckoutModule(path) {
  const { module } = await runnerImport(source(path), { configFile: false, logLevel: 'error' });
  return /** @type {T} */ (module);
}
