import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** @typedef {import('./output.mjs').Output} Output */

const root = fileURLToPath(new URL('../../sandbox/', import.meta.url));

/**
 * Builds what stands for the wallets' own scripts in test mode. They are classic scripts, as the real ones are.
 * @param {Output} output
 */
export async function buildSandbox(output) {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: `${root}google-pay/entry.ts`,
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  });
  const [chunk, ...others] = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('google-pay must become one chunk');
  return { googlePay: output.add('google-pay-sandbox.js', chunk.code) };
}
