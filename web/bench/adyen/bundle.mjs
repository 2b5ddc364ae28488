import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build } from 'vite';

export const compress = promisify(brotliCompress);

/** @typedef {import('../proxy.mjs').File} File */

/**
 * Bundles Adyen's express buttons with the project's own bundler and settings.
 * @returns {Promise<Map<string, File>>} by path
 */
export async function bundleAdyen() {
  const result = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: '/bench/',
    logLevel: 'error',
    mode: 'production',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('entry.js', import.meta.url)),
        output: { entryFileNames: 'adyen.js', assetFileNames: 'adyen[extname]' },
      },
    },
  });
  const outputs = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  /** @type {Map<string, File>} */
  const files = new Map();
  for (const file of outputs) {
    const [type, content] =
      file.type === 'chunk' ? ['text/javascript', file.code] : ['text/css', Buffer.from(file.source)];
    files.set(`/bench/${file.fileName}`, { type, body: await compress(content) });
  }
  return files;
}
