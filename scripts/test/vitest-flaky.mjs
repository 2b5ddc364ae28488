// A reporter for Vitest that names tests which passed only when they were tried again.
import { relative } from 'node:path';

export default class FlakyTests {
  onTestRunEnd(modules) {
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) {
        if (test.diagnostic()?.flaky)
          console.log(`flaky: ${relative('.', module.moduleId)} ${test.fullName}`);
      }
    }
  }
}
