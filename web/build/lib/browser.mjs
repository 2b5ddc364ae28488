import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { buildCheckout } from './checkout.mjs';
import { chunkEntries } from './chunks.mjs';
import { embedPlugin } from './embed-plugin.mjs';
import { bundleGraph, filesOf } from './graph.mjs';
import { assertNothingTwice } from './identity.mjs';
import { renderLooks } from './looks.mjs';
import { embedPath } from './views.mjs';

/** @typedef {import('./output.mjs').Output} Output */
/** @typedef {import('./chunks.mjs').ChunkFiles} ChunkFiles */

const ENTRY = 'accelerated-checkout';

/**
 * The chunk of a module of the embed. Few large chunks compress better than many small ones. A shared module is put into
 * the first of these chunks that all its users load anyway: the entry, `press` (loaded with the first button), `wallet`
 * (loaded with the first wallet).
 * @param {ReadonlySet<string>} consumers
 */
export function embedChunk(consumers) {
  const has = (/** @type {string[]} */ ...names) => names.some((name) => consumers.has(name));
  const [only = ENTRY, ...others] = consumers;
  if (has(ENTRY)) return ENTRY;
  if (others.length === 0) return only;
  return has('press', 'delivery', 'subscription') ? 'press' : 'wallet';
}

/** @param {string} file */
const urlOf = (file) => `/assets/${file}`;

/** A module's source; empty for virtual modules, which hold no state. @param {string} module */
const sourceOf = (module) => (module.startsWith('\0') ? '' : readFileSync(module, 'utf8'));

/**
 * Builds the checkout, then the embed, which prefetches the checkout's files.
 * @param {Output} output
 */
export async function buildBrowser(output) {
  const { graph: ofCheckout, manifest: checkout } = await buildCheckout(output);
  const ahead = [checkout.entry, ...checkout.preload, ...checkout.css];

  // The wallets' chunks name the logos that are written here.
  await renderLooks(output);
  const ofEmbed = await bundleGraph({
    entries: { [ENTRY]: embedPath('elements/entry.ts') },
    later: Object.fromEntries(chunkEntries().map(([name, { module }]) => [name, embedPath(module)])),
    plugins: [embedPlugin()],
    chunkOf: embedChunk,
    define: { __CHECKOUT__: JSON.stringify(ahead.map((url) => basename(url))) },
  });
  assertNothingTwice([...ofCheckout, ...ofEmbed], sourceOf);

  for (const { fileName, code } of ofEmbed) output.addHashed(fileName, code);
  const [entry = '', ...others] = filesOf(ofEmbed, ENTRY).map(urlOf);
  if (others.length > 0) throw new Error('The entry must be one file');
  return {
    embed: {
      entry,
      chunks: /** @type {ChunkFiles} */ (
        Object.fromEntries(chunkEntries().map(([name]) => [name, filesOf(ofEmbed, name).map(urlOf)]))
      ),
    },
    checkout,
    modules: {
      storefront: ofEmbed.map(({ fileName }) => urlOf(fileName)),
      checkout: ofCheckout.map(({ fileName }) => urlOf(fileName)),
    },
  };
}
