import { fileURLToPath } from 'node:url';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: true },
  coverageAnalysis: 'perTest',
  mutate: ['web/embed/flows/**/*.ts', '!**/*.test.ts'],
  ignorePatterns: [
    '/target*',
    '/crates',
    '/bench',
    '/fuzz',
    '/data',
    '/test-results',
    '/playwright-report',
    '/web/dist*',
    'scripts/mutants/node_modules',
  ],
  concurrency: 2,
  timeoutMS: 20_000,
  tempDirName: 'target/mutants/stryker',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'target/mutants/stryker.json' },
  allowEmpty: false,
};
