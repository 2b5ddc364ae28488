import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const entry = fileURLToPath(new URL('main.tsx', import.meta.url));

/** Bundles the storefront for browsers. */
export async function buildStorefront(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  });
  const outputs = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  for (const file of outputs) if (file.type === 'chunk' && file.isEntry) return file.code;
  throw new Error('the storefront has no entry');
}
