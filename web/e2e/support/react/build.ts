import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';

/** React's development build mounts twice in strict mode; the production build does not. */
async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('./tree.ts', import.meta.url)),
        output: { format: 'iife' },
      },
    },
  });
  const [chunk] = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  if (chunk?.type !== 'chunk') throw new Error('the React tree must become one chunk');
  return chunk.code;
}

let bundled: Promise<string> | undefined;

/** Brings React into every page that is opened from now on, past the policy that lets only the shop's own scripts in. */
export async function addReact(page: Page): Promise<void> {
  await page.addInitScript({ content: await (bundled ??= bundle()) });
}
