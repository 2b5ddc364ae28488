// The commands that run one test, and how to read from their output whether it ran and whether it failed.
import { CargoOutput } from '../test/cargo-output.mjs';
import { FAILED, PASSED, UNHANDLED } from './vitest-names.mjs';

/**
 * @typedef {object} Proof
 * @property {string} test The name of the test.
 * @property {readonly (readonly string[])[]} runs Commands that run it, one after the other. The last one's output reports the test.
 * @property {(output: string) => boolean} hasRun Whether the test is among those that passed.
 * @property {(output: string) => boolean} hasFailed Whether the test is among those that failed: after a compile error it is not.
 * @property {{ under: string, text: string }} source The file or folder of the test, and a text that occurs in it.
 */

const cargoOutput = (text) => {
  const output = new CargoOutput();
  for (const line of text.split('\n')) output.line(line);
  return output;
};

/**
 * A Rust test by its name without modules.
 * @returns {Proof}
 */
const cargoTest = (folder, target, test) => ({
  test,
  runs: [['cargo', 'test', '--quiet', ...target, '--', test]],
  hasRun: (output) => cargoOutput(output).passed > 0,
  hasFailed: (output) =>
    cargoOutput(output).failures.some(({ name }) => name === test || name.endsWith(`::${test}`)),
  source: { under: folder, text: `fn ${test}(` },
});

export const commerce = (test) => cargoTest('crates/commerce/src', ['-p', 'zkratka-commerce', '--lib'], test);
export const abuse = (test) => cargoTest('crates/abuse/src', ['-p', 'zkratka-abuse', '--lib'], test);
export const attempts = (test) => cargoTest('crates/attempts/src', ['-p', 'zkratka-attempts', '--lib'], test);
export const schedules = (test) =>
  cargoTest('crates/attempts/tests', ['-p', 'zkratka-attempts', '--test', 'schedules'], test);
export const payments = (test) => cargoTest('crates/payments', ['-p', 'zkratka-payments'], test);
export const wallets = (test) => cargoTest('crates/wallets', ['-p', 'zkratka-wallets'], test);
export const shopWallets = (test) =>
  cargoTest('crates/shop-wallets/src', ['-p', 'zkratka-shop-wallets', '--lib'], test);
/** A unit test of the wallet's crates `accounts`, `saved-cards` and `sign-in`, or of the store. */
const unit = (crate) => (test) => cargoTest(`crates/${crate}/src`, ['-p', `zkratka-${crate}`, '--lib'], test);
export const accounts = unit('accounts');
export const signIn = unit('sign-in');
export const storeUnit = unit('store');
export const passkeys = (test) =>
  cargoTest('crates/passkeys/tests', ['-p', 'zkratka-passkeys', '--test', 'passkeys'], test);
export const golden = (test) =>
  cargoTest('crates/commerce/tests', ['-p', 'zkratka-commerce', '--test', 'golden'], test);

/** A test of the store on PostgreSQL. */
export const onPostgres = (test) =>
  cargoTest('crates/store/tests', ['-p', 'zkratka-store', '--test', 'postgres'], test);

const escaped = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

const named = (output, prefix, text) =>
  output.split('\n').some((line) => line.startsWith(prefix) && line.includes(text));

const VITEST = ['npx', '--no-install', 'vitest', 'run', '--reporter=default'];
const NAMES = '--reporter=./scripts/broken/vitest-names.mjs';

/**
 * A web test by a part of its title. `failure` is what the reporter must list as failed; by default the test itself.
 * @returns {Proof}
 */
const vitest = (project, file, test, failure = test) => ({
  test: `${test} (${file})`,
  runs: [[...VITEST, NAMES, '--project', project, file, '-t', escaped(test)]],
  hasRun: (output) => named(output, PASSED, test),
  hasFailed: (output) => named(output, FAILED, failure),
  source: { under: file, text: test },
});

/** A test of the embed, or of web/base. */
export const embed = (file, test) => vitest('embed', file, test);
/** An unhandled rejection during a test: Vitest fails the run, although the test itself passes. */
export const unhandledIn = (file, test) => vitest('embed', file, test, UNHANDLED);

// The code of a broken rule may exceed a budget by some bytes.
const BUILD = ['node', 'web/build/build.mjs', '--any-weight'];

/** A test of the chunks. Builds them first. */
export const built = (file, test) => {
  const proof = vitest('built', file, test);
  return { ...proof, runs: [BUILD, ...proof.runs] };
};
