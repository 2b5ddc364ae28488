// A Vitest reporter that lists tests that passed only on a retry.
import { relative } from 'node:path';

export default class FlakyTests {
  onTestRunEnd(modules) {
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) {
        // Vitest also retries tests that are expected to fail.
        if (test.diagnostic()?.flaky && !test.options.fails)
          console.log(`flaky: ${relative('.', module.moduleId)} ${test.fullName}`);
      }
    }
  }
}
