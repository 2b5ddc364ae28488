import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { bundle } from '../../../build/lib/bundle.mjs';

let bundled: Promise<string> | undefined;

/** React's development build mounts twice in strict mode; the production build does not. */
const bundleTree = (): Promise<string> =>
  bundle(fileURLToPath(new URL('./', import.meta.url)), 'tree.ts', {
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"development"' },
  });

/** Injects React into every page opened from now on. The content security policy allows only the shop's scripts. */
export async function addReact(page: Page): Promise<void> {
  await page.addInitScript({ content: await (bundled ??= bundleTree()) });
}
