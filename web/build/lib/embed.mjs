import { basename } from 'node:path';
import { bundle } from './bundle.mjs';
import { chunkEntries, importOf } from './chunks.mjs';
import { embedPlugin } from './embed-plugin.mjs';
import { embedPath } from './views.mjs';

/** @typedef {import('./output.mjs').Output} Output */

const root = embedPath('');

/**
 * Points the entry's dynamic imports at the chunks that were built before it. The addresses are expressions, because
 * Vite wraps literal ones in a preload helper that is larger than the rest of the loading.
 * @returns {import('vite').Plugin}
 */
const lazyChunks = () => ({
  name: 'zkratka-lazy-chunks',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/elements/chunks.ts')) return undefined;
    return chunkEntries().reduce((rest, [name, chunk]) => {
      const literal = importOf(chunk);
      if (!rest.includes(literal)) throw new Error(`${id} must contain ${literal}`);
      return rest.replace(literal, `import(/* @vite-ignore */ chunkUrl('${name}'))`);
    }, code);
  },
});

/**
 * Builds what is loaded later, then the entry, which knows its names.
 * @param {Output} output
 */
export async function buildEmbed(output) {
  const plugins = [embedPlugin()];
  /** @type {Record<string, string>} */
  const urls = {};
  for (const [name, { module }] of chunkEntries())
    urls[name] = output.add(`accelerated-checkout-${name}.js`, await bundle(root, module, { plugins }));
  const known = Object.entries(urls).map(([name, url]) => [name, `./${basename(url)}`]);
  const { ui } = /** @type {import('./chunks.mjs').ChunkUrls} */ (urls);
  const entry = await bundle(root, 'elements/entry.ts', {
    plugins: [...plugins, lazyChunks()],
    define: {
      __CHUNKS__: JSON.stringify(Object.fromEntries(known)),
      __UI_INTEGRITY__: JSON.stringify(output.integrity[ui]),
    },
  });
  return {
    entry: output.add('accelerated-checkout.js', entry),
    chunks: /** @type {import('./chunks.mjs').ChunkUrls} */ (urls),
  };
}
