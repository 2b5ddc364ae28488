// A Vitest reporter that prints one line for each passed or failed test, and for each error outside tests.

export const PASSED = '── passed: ';
export const FAILED = '── failed: ';
export const UNHANDLED = 'an unhandled error';

/** The name in the form that `-t` matches. */
const nameOf = (test) => test.fullName.replaceAll(' > ', ' ');

export default class TestNames {
  onTestRunEnd(modules, unhandled) {
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) console.log(PASSED + nameOf(test));
      for (const test of module.children.allTests('failed')) console.log(FAILED + nameOf(test));
    }
    for (const { message } of unhandled) console.log(`${FAILED}${UNHANDLED}: ${message}`);
  }
}
