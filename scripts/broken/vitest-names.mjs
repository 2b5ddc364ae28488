// A reporter for Vitest that names each test that passed or failed in a line of its own, and errors outside of every test.

export const PASSED = '── passed: ';
export const FAILED = '── failed: ';
export const UNHANDLED = 'an unhandled error';

/** As `-t` matches names. */
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
