// The steps of `make test`, in the order in which they want the processors.
//
// `cores` is what a step keeps busy: steps that mostly wait take none and run beside anything. `after` names steps that must
// have passed, `behind` those that must have ended. `minutes` is a limit for a machine several times slower than ours, not an expectation.
import { STOPPED } from './playwright-stopped.mjs';
import { NO_RANDOM_INPUT } from './random-input.mjs';

const FEATURES = ['--workspace', '--features', 'zkratka-server/fail-points'];
const ON_POSTGRES = { ZKRATKA_TEST_STORE: 'postgres' };
const POSTGRES = 'scripts/with-test-postgres';
const cargoTests = (...args) => ['node', 'scripts/test/cargo-tests.mjs', '--quiet', ...FEATURES, ...args];
const playwright = (...args) => [
  ...['npx', '--no-install', 'playwright', 'test', '--config', 'web/e2e/playwright.config.ts'],
  ...args,
];
/** On a build machine a web test that fails runs once more, unless its input is random, and is named if it passes then. */
export const vitestAgain = [
  '--retry.count=1',
  `--retry.condition=${NO_RANDOM_INPUT}`,
  '--reporter=default',
  '--reporter=./scripts/test/vitest-flaky.mjs',
];

export const COMMAND = 'the zkratka command';
/** The unit tests that open a store: attempts, the executor and its reference, and the store's clock. */
const ALSO_ON_POSTGRES = [
  'tests::names',
  'tests::notifications',
  'tests::resuming',
  'tests::submitting',
  'graphql::execute',
  'a_wrong_clock',
];
const RUST_TESTS = 'Rust tests compiled';
const CLIPPY = 'clippy';
const BROWSERS = 'browser tests';
const DEATHS = 'deaths on PostgreSQL';

const checks = [
  { name: 'Rust formatting', run: ['cargo', 'fmt', '--all', '--check'] },
  {
    name: "the fuzz targets' formatting",
    run: ['cargo', 'fmt', '--manifest-path', 'fuzz/Cargo.toml', '--check'],
  },
  { name: 'crate directions', run: ['node', 'scripts/check-crate-directions.mjs'] },
  { name: 'module circles', run: ['node', 'scripts/check-module-circles.mjs'] },
  { name: 'amounts of money', run: ['node', 'scripts/check-money.mjs'] },
  { name: 'no row has lost its last test', run: ['node', 'scripts/check-rows.mjs'] },
  { name: 'links between documents', run: ['node', 'scripts/check-links.mjs'] },
];

const compiling = [
  // The fail points are compiled into the binary under test only; the release build has none of them.
  { name: COMMAND, run: ['cargo', 'build', '--quiet', ...FEATURES], minutes: 60 },
  {
    name: RUST_TESTS,
    run: ['cargo', 'test', '--quiet', ...FEATURES, '--no-run'],
    after: [COMMAND],
    minutes: 60,
  },
];

const web = [
  { name: 'TypeScript', run: ['npm', 'run', '--silent', 'typecheck'] },
  { name: 'web linters', run: ['npm', 'run', '--silent', 'lint'] },
  {
    name: "the golden carts' worksheet",
    run: ['node', 'crates/commerce/tests/golden/worksheet.mjs', '--check'],
  },
  {
    name: "the scripts' own tests",
    run: [
      'bash',
      '-c',
      'node --test --test-reporter=dot scripts/*.test.mjs scripts/{broken,test}/*.test.mjs',
    ],
  },
  {
    name: 'web tests',
    run: ['npx', '--no-install', 'vitest', 'run', ...(process.env.CI ? vitestAgain : [])],
  },
];

const rust = [
  // Cargo lets only one of clippy and the tests at its folder: clippy comes first, and the tests need no compiler then.
  {
    name: CLIPPY,
    run: [
      'cargo',
      'clippy',
      '--quiet',
      '--workspace',
      '--all-targets',
      ...FEATURES.slice(1),
      '--',
      '-D',
      'warnings',
    ],
    after: [RUST_TESTS],
    minutes: 40,
  },
  {
    name: 'Rust tests',
    run: [POSTGRES, ...cargoTests()],
    after: [RUST_TESTS],
    behind: [CLIPPY],
    minutes: 30,
  },
  // The same programs once more, on the other store.
  {
    name: "the server's tests on PostgreSQL",
    run: [POSTGRES, ...cargoTests('--test', 'api', '--test', 'cli', '--test', 'pages')],
    env: ON_POSTGRES,
    after: [RUST_TESTS],
    behind: [CLIPPY],
    minutes: 20,
  },
  {
    name: 'attempts, answers and the clock on PostgreSQL',
    run: [POSTGRES, ...cargoTests('--lib', '--test', 'clock', '--', ...ALSO_ON_POSTGRES)],
    env: ON_POSTGRES,
    after: [RUST_TESTS],
    behind: [CLIPPY],
  },
];

/** The program without the sandbox, in a target folder of its own; the tests that look into it are compiled already. */
const production = {
  name: 'nothing emulated in production',
  run: ['scripts/test-production'],
  after: [RUST_TESTS],
  behind: [CLIPPY],
  minutes: 20,
};

const waiting = [
  // Whoever comes after a death on PostgreSQL waits for the lease of the dead, so the processors have time for browsers, which
  // begin at the same moment: when the other Rust tests have ended.
  {
    name: DEATHS,
    run: [POSTGRES, ...cargoTests('--test', 'crash')],
    env: { ...ON_POSTGRES, RUST_TEST_THREADS: '4' },
    after: [RUST_TESTS],
    behind: rust.map(({ name }) => name),
    cores: 0,
    minutes: 30,
  },
  {
    name: 'three servers and a standby under fire',
    run: cargoTests('--test', 'crash', '--', '--ignored', 'fire'),
    after: [RUST_TESTS],
    behind: [CLIPPY, DEATHS],
    cores: 0,
  },
];

const browsers = [
  { name: BROWSERS, run: playwright(), after: [COMMAND], cores: 2, minutes: 50 },
  // Those that run what others have published, and our own client, once more on the other store.
  {
    name: 'clients on PostgreSQL',
    run: [
      POSTGRES,
      ...playwright('--project=desktop'),
      ...['api-clients.spec.ts', 'cart-client.spec.ts', 'cart-provider.spec.ts', 'hydrogen.spec.ts'],
    ],
    env: ON_POSTGRES,
    after: [COMMAND],
    behind: [BROWSERS],
    cores: 2,
  },
];

/** What `make test` runs. */
export const testSteps = [...checks, ...compiling, ...web, ...rust, production, ...waiting, ...browsers];

/** Into how many parts the browser tests of a release are split, so that each fits into a slice. */
const SHARDS = 10;
export const sayingStopped = ['--reporter=list,./scripts/test/playwright-stopped.mjs'];
const EVERYTHING = { EVERY_TEST: '1', EVERY_VIEWPORT: '1' };
/** A slice ends within five minutes; Playwright ends itself a little sooner, and says how far it came and that it has. */
const SLICE_MINUTES = 5;
const SLICE_MS = 280_000;

const shard = (number) => ({
  name: `every browser test, part ${number} of ${SHARDS}`,
  run: playwright(`--shard=${number}/${SHARDS}`, `--global-timeout=${SLICE_MS}`, ...sayingStopped),
  env: EVERYTHING,
  stopped: STOPPED,
});

/** What a test that has failed prints, though its run was ended before it could say so. */
const FAILED = /✘|FAILED|panicked/;

/** Parts of the rest that `make test` leaves out and a release needs. What is `skippable` ends with 77 where it cannot run. */
const rest = [
  { name: 'Apple Pay in WebKitGTK', run: ['scripts/test/webkit'], skippable: true },
  { name: 'servers of an older version replaced', run: ['scripts/test/upgrade'], skippable: true },
];

/** One of these runs with each commit, chosen by it. */
export const slices = [...Array.from({ length: SHARDS }, (_, at) => shard(at + 1)), ...rest].map((part) => ({
  ...part,
  after: [COMMAND],
  cores: 2,
  minutes: SLICE_MINUTES,
  bounded: true,
  failed: FAILED,
}));

/** What a release needs beside `make test`: the same parts without a limit, browser tests in one run, and the fuzzing. */
const releaseParts = [
  ...rest.map((part) => ({ ...part, after: [COMMAND], behind: [BROWSERS], cores: 2, minutes: 60 })),
  {
    name: 'fuzzing',
    run: ['scripts/test/fuzz'],
    skippable: true,
    env: { FUZZ_SECONDS: '60' },
    after: [COMMAND],
    behind: [BROWSERS],
    cores: 2,
    minutes: 120,
  },
];

export const releaseSteps = [
  ...testSteps.map((step) => (step.name === BROWSERS ? { ...step, env: EVERYTHING, minutes: 180 } : step)),
  ...releaseParts,
];

/** The slice that a commit chooses, by the beginning of its hash. */
export function sliceOf(commit) {
  const beginning = Number.parseInt(commit.slice(0, 8), 16);
  if (Number.isNaN(beginning)) throw new Error(`not a commit's hash: ${commit}`);
  return slices[beginning % slices.length];
}
