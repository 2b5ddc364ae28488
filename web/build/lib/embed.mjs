import { basename } from 'node:path';
import { build } from 'vite';
import { chunkEntries, importOf } from './chunks.mjs';
import { embedPlugin } from './embed-plugin.mjs';
import { embedPath } from './views.mjs';

/** @typedef {import('./output.mjs').Output} Output */

/**
 * Builds one entry into one chunk and hands out its code.
 * @param {string} entry relative to web/embed
 * @param {import('vite').UserConfig} config
 * @returns {Promise<string>}
 */
async function bundle(entry, config) {
  const result = await build({
    ...config,
    configFile: false,
    root: embedPath(''),
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: embedPath(entry),
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
  const outputs = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  const [chunk, ...others] = outputs;
  if (chunk?.type !== 'chunk' || others.length > 0)
    throw new Error(
      `${entry} must become one chunk, not ${outputs.map(({ fileName }) => fileName).join(', ')}`,
    );
  return chunk.code;
}

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
 * Builds what is loaded later, then the entry, which knows its names and integrity.
 * @param {Output} output
 */
export async function buildEmbed(output) {
  const plugins = [embedPlugin()];
  /** @type {Record<string, string>} */
  const urls = {};
  for (const [name, { module }] of chunkEntries())
    urls[name] = output.add(`accelerated-checkout-${name}.js`, await bundle(module, { plugins }));
  const known = Object.entries(urls).map(([name, url]) => [
    name,
    { file: `./${basename(url)}`, integrity: output.integrity[url] },
  ]);
  const entry = await bundle('elements/entry.ts', {
    plugins: [...plugins, lazyChunks()],
    define: { __CHUNKS__: JSON.stringify(Object.fromEntries(known)) },
  });
  return {
    entry: output.add('accelerated-checkout.js', entry),
    chunks: /** @type {import('./chunks.mjs').ChunkUrls} */ (urls),
  };
}
