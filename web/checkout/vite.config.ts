import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

/** What is fetched later stands alone here: the helper that would fetch more with it weighs as much as what it fetches. */
const withoutPreloading: Plugin = {
  name: 'without-preloading',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
};

// The server writes the page itself and only needs the entry, its stylesheet, and the manifest that names them.
export default defineConfig({
  root: here,
  base: '/',
  plugins: [react(), withoutPreloading],
  build: {
    outDir: '../dist/checkout',
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    manifest: true,
    // The server names what a page starts with.
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: {
      input: { checkout: `${here}src/main.tsx`, confirmation: `${here}src/confirmation.tsx` },
      output: {
        // React is the same for every page that has it, and is fetched once.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'checkout-pages', test: /web\/(checkout|embed)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
