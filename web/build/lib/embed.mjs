import { basename } from 'node:path';
import { build } from 'vite';
import { embedPlugin } from './embed-plugin.mjs';
import { embedPath } from './views.mjs';

/** @typedef {import('./output.mjs').Output} Output */

const UI = 'ui/mount.tsx';

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
 * Points the entry's one dynamic import at the chunk that was built before it.
 * @param {string} file
 * @returns {import('vite').Plugin}
 */
const lazyChunk = (file) => ({
  name: 'zkratka-lazy-chunk',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith(UI) ? { id: file, external: true } : undefined),
});

/**
 * Builds the lazily loaded views, then the entry, which knows their name and their integrity.
 * @param {Output} output
 */
export async function buildEmbed(output) {
  const ui = output.add('accelerated-checkout-ui.js', await bundle(UI, {}));
  const file = `./${basename(ui)}`;
  const entry = await bundle('elements/entry.ts', {
    plugins: [embedPlugin(), lazyChunk(file)],
    define: { __UI_CHUNK__: JSON.stringify({ file, integrity: output.integrity[ui] }) },
  });
  return { ui, entry: output.add('accelerated-checkout.js', entry) };
}
