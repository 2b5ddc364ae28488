import { defineConfig } from 'vitest/config';
import { testDefines } from './web/build/lib/chunks.mjs';
import { embedPlugin } from './web/build/lib/embed-plugin.mjs';

/** How long a test may take: what hangs is found, and no busy machine is. A wait in a test gives up sooner. */
const TIMEOUT_MS = 60_000;

/** What every project shares: mocks never leak from one test into the next. */
const shared = {
  restoreMocks: true,
  unstubGlobals: true,
  css: true,
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
};

/** The embed's sources. `make mutants` runs it alone. */
export const embedProject = {
  plugins: [embedPlugin()],
  define: testDefines(),
  test: {
    ...shared,
    name: 'embed',
    environment: 'jsdom',
    include: ['web/{base,embed}/**/*.test.{ts,tsx}'],
    setupFiles: ['web/embed/test/setup.ts'],
  },
};

export default defineConfig({
  test: {
    projects: [
      embedProject,
      {
        // What ships, together: the chunks are run as the build wrote them, so nothing here may transform or bundle them.
        test: {
          ...shared,
          name: 'built',
          environment: 'jsdom',
          include: ['web/built/**/*.test.ts'],
          globalSetup: ['web/built/test/require-build.ts'],
          setupFiles: ['web/embed/test/dom.ts'],
          server: { deps: { external: [/\/web\/dist\//] } },
        },
      },
      {
        test: {
          ...shared,
          name: 'checkout',
          environment: 'jsdom',
          include: ['web/checkout/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...shared,
          name: 'sandbox',
          environment: 'jsdom',
          include: ['web/sandbox/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: { ...shared, name: 'compat', environment: 'node', include: ['web/compat/**/*.test.ts'] },
      },
      {
        test: { ...shared, name: 'build', environment: 'node', include: ['web/build/**/*.test.{ts,mjs}'] },
      },
    ],
  },
});
