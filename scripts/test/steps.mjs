// The steps of `make test`, in the order in which they get processors.
//
// `cores` is the number of processors that a step keeps busy. Steps that mostly wait have none and run at any time. `after`
// names steps that must have passed, `behind` steps that must have ended. `minutes` is a limit for a machine several times
// slower than ours, not an expectation.
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
/** On a build machine a failed web test runs once more, unless its input is random, and is listed as flaky if it then passes. */
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
  // Only the binary under test contains the fail points; the release build does not.
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
      'node --test --test-reporter=dot scripts/*.test.mjs scripts/{audit,broken,mutants,test}/*.test.mjs',
    ],
  },
  {
    name: 'web tests',
    run: ['npx', '--no-install', 'vitest', 'run', ...(process.env.CI ? vitestAgain : [])],
  },
];

const rust = [
  // Cargo locks its folder, so clippy and the tests cannot run in parallel. Clippy runs first; the tests are compiled by then.
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
  // The same programs on the other store.
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
  // After a crash on PostgreSQL these tests wait for the dead server's lease. So they leave the processors to the browser
  // tests, which begin at the same time: when the other Rust tests have ended.
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
  // The tests with third-party clients and with our own client, on the other store.
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

/** The steps of `make test`. */
export const testSteps = [...checks, ...compiling, ...web, ...rust, production, ...waiting, ...browsers];

/** The number of parts of a release's browser tests, each short enough for a slice. */
const SHARDS = 10;
export const sayingStopped = ['--reporter=list,./scripts/test/playwright-stopped.mjs'];
const EVERYTHING = { EVERY_TEST: '1', EVERY_VIEWPORT: '1' };
/** A slice ends within five minutes. Playwright stops itself a little earlier, and prints its progress and that it stopped. */
const SLICE_MINUTES = 5;
const SLICE_MS = 280_000;

const shard = (number) => ({
  name: `every browser test, part ${number} of ${SHARDS}`,
  run: playwright(`--shard=${number}/${SHARDS}`, `--global-timeout=${SLICE_MS}`, ...sayingStopped),
  env: EVERYTHING,
  stopped: STOPPED,
});

/** Matches the line of a failed test in the output of an interrupted run. */
const FAILED = /✘|FAILED|panicked/;

/** Parts of the steps that only a release needs. A `skippable` step exits with 77 if it cannot run. */
const rest = [
  { name: 'Apple Pay in WebKitGTK', run: ['scripts/test/webkit'], skippable: true },
  { name: 'servers of an older version replaced', run: ['scripts/test/upgrade'], skippable: true },
  // `make test` runs a twentieth of them.
  {
    name: "100,000 schedules of orders' money",
    run: cargoTests('--test', 'schedules', 'every_schedule'),
    env: { ZKRATKA_SEEDS: '100000' },
  },
];

/** Each commit selects and runs one of these. */
export const slices = [...Array.from({ length: SHARDS }, (_, at) => shard(at + 1)), ...rest].map((part) => ({
  ...part,
  after: [COMMAND],
  cores: 2,
  minutes: SLICE_MINUTES,
  bounded: true,
  failed: FAILED,
}));

/** The additional steps of a release: the same parts without a limit, all browser tests in one run, and the fuzzing. */
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

const audit = { name: 'audit of dependencies', run: ['scripts/test/audit'], minutes: 30 };

export const releaseSteps = [
  audit,
  ...testSteps.map((step) => (step.name === BROWSERS ? { ...step, env: EVERYTHING, minutes: 180 } : step)),
  ...releaseParts,
];

/** The slice of a commit, selected by the beginning of its hash. */
export function sliceOf(commit) {
  const beginning = Number.parseInt(commit.slice(0, 8), 16);
  if (Number.isNaN(beginning)) throw new Error(`not a commit's hash: ${commit}`);
  return slices[beginning % slices.length];
}
