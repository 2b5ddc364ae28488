// A reporter for Vitest that names tests which passed only when they were tried again.
import { relative } from 'node:path';

export default class FlakyTests {
  onTestRunEnd(modules) {
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) {
        // A test that is expected to fail was tried again, too.
        if (test.diagnostic()?.flaky && !test.options.fails)
          console.log(`flaky: ${relative('.', module.moduleId)} ${test.fullName}`);
      }
    }
  }
}
