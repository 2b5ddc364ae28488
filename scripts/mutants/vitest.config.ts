import { defineConfig } from 'vitest/config';
import { embedProject } from '../../vitest.config.ts';

/** Many mutants make a test wait for ever. A failed test says so sooner than Stryker, which starts a new process, too. */
const TIMEOUT_MS = 5_000;

/** The other projects run built files, which contain no mutant. */
export default defineConfig({
  ...embedProject,
  test: { ...embedProject.test, testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS },
});
