import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

// The server writes the page itself and only needs the entry, its stylesheet, and the manifest that names them.
export default defineConfig({
  root: here,
  base: '/',
  plugins: [react()],
  build: {
    outDir: '../dist/checkout',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: { checkout: `${here}src/main.tsx` },
    },
  },
});
