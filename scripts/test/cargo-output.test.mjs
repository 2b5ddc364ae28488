import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { CargoOutput, rerunArguments, worthRetrying } from './cargo-output.mjs';

/** The output of Cargo 1.95 for one target in which these tests fail. */
const failing = (target, names) => `
     Running tests/api/main.rs (target/debug/deps/api-f7f681f5179524cb)

running 9 tests
${names.map((name) => `test ${name} ... FAILED`).join('\n')}

failures:

${names.map((name) => `---- ${name} stdout ----\n\nthread '${name}' (7) panicked at src/a.rs:1:2:\n    failures:\n`).join('\n')}

failures:
${names.map((name) => `    ${name}`).join('\n')}

test result: FAILED. ${9 - names.length} passed; ${names.length} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s

error: test failed, to rerun pass \`${target}\`
`;

const passing = `
running 2 tests
..
test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;

const crashing = (target) => `
running 2 tests
error: test failed, to rerun pass \`${target}\`

Caused by:
  process didn't exit successfully: \`/target/debug/deps/api-1\` (signal: 6, SIGABRT: process abort signal)
`;

function read(text) {
  const output = new CargoOutput();
  for (const line of text.split('\n')) output.line(line);
  return output;
}

test('names failing tests with their targets', () => {
  const output = read(
    passing + failing('-p shop --test api', ['carts::a', 'carts::b']) + failing('-p shop --lib', ['money']),
  );
  assert.deepEqual(output.failures, [
    { target: ['-p', 'shop', '--test', 'api'], name: 'carts::a', random: false },
    { target: ['-p', 'shop', '--test', 'api'], name: 'carts::b', random: false },
    { target: ['-p', 'shop', '--lib'], name: 'money', random: false },
  ]);
  assert.equal(output.passed, 2 + 7 + 8);
  assert.equal(worthRetrying(output), true);
});

test('reads coloured lines, too', () => {
  const coloured = failing('-p shop --lib', ['money'])
    .replace('FAILED. ', '\u001b[31mFAILED\u001b[0m. ')
    .replace('error', '\u001b[1merror\u001b[0m');
  assert.equal(read(coloured).failures.length, 1);
});

test('a crash is never retried', () => {
  const output = read(failing('-p shop --lib', ['money']) + crashing('-p shop --test api'));
  assert.equal(output.broken, 1);
  assert.equal(worthRetrying(output), false);
});

test('a target that lists fewer names than failures is never retried', () => {
  const output = read(failing('-p shop --lib', ['money']).replace('1 failed', '2 failed'));
  assert.deepEqual([output.failures, output.broken], [[], 1]);
});

test('many failures and compile errors are never retried', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'];
  assert.equal(worthRetrying(read(failing('--lib', many))), false);
  assert.equal(worthRetrying(read(failing('--lib', many.slice(1)))), true);
  assert.equal(
    worthRetrying(read('error[E0308]: mismatched types\nerror: could not compile `shop` (lib)')),
    false,
  );
});

/** Outputs of failing tests with random input. */
const RANDOM = {
  proptest: 'Test failed: assertion failed.\nminimal failing input: input = 5\n\tsuccesses: 3',
  'proptest that gives up': 'Test aborted: Too many local rejects',
  'a test of ours': 'seed 42: repeat with ZKRATKA_CRASH_SEED=42',
  'fast-check': 'Property failed after 1 tests\n{ seed: -186, path: "0:1", endOnFailure: true }',
};

/** The output of a failing test that prints `text`. */
const saying = (output, name, text) => output.replace(`---- ${name} stdout ----\n`, `$&${text}\n`);
const randomOnes = (output) =>
  read(output)
    .failures.filter(({ random }) => random)
    .map(({ name }) => name);

test('recognises random input by the failing test’s output alone', () => {
  const two = failing('-p shop --lib', ['carts::a', 'carts::b']);
  for (const [who, text] of Object.entries(RANDOM)) {
    assert.deepEqual(randomOnes(saying(two, 'carts::b', text)), ['carts::b'], who);
    assert.deepEqual(randomOnes(saying(two, 'carts::a', text) + two), ['carts::a'], who);
  }
  assert.deepEqual(randomOnes(saying(two, 'carts::a', 'id_seed: None, seeds, seeded')), []);
});

test('output without a test name may belong to any test of that program', () => {
  const [first, ...rest] = failing('-p shop --lib', ['a', 'b']).split('running 9 tests');
  const uncaptured = [first, 'running 9 tests\nseed 42', ...rest].join('');
  assert.deepEqual(randomOnes(uncaptured + failing('-p shop --test api', ['c'])), ['a', 'b']);
});

test('a retry uses the existing build', () => {
  const failure = { target: ['-p', 'shop', '--test', 'crash'], name: 'fire' };
  const given = ['--workspace', '--features', 'shop/fail-points', '--test', 'crash', '--', '--ignored', 'fi'];
  assert.deepEqual(rerunArguments(given, failure), [
    ...['test', '--workspace', '--features', 'shop/fail-points', '--test', 'crash'],
    ...['--', '--ignored', '--exact', 'fire'],
  ]);
  assert.deepEqual(rerunArguments(['-p', 'shop'], failure), [
    ...['test', '-p', 'shop', '--test', 'crash', '--', '--exact', 'fire'],
  ]);
});

/** Runs the script with a `cargo` that prints the first text, and the second text on a retry. */
function run({ ci, first, second }) {
  const folder = mkdtempSync(join(tmpdir(), 'cargo-tests-'));
  try {
    writeFileSync(join(folder, 'first'), first);
    writeFileSync(join(folder, 'second'), second);
    const cargo = join(folder, 'cargo');
    writeFileSync(
      cargo,
      `#!/bin/sh
case "$*" in *--exact*) said=second;; *) said=first;; esac
cat "${folder}/$said"
! grep -q ^error "${folder}/$said"
`,
    );
    chmodSync(cargo, 0o755);
    const environment = { ...process.env };
    delete environment.CI;
    const script = fileURLToPath(new URL('cargo-tests.mjs', import.meta.url));
    return spawnSync(process.execPath, [script, '--workspace'], {
      env: { ...environment, CARGO: cargo, ...(ci ? { CI: '1' } : {}) },
      encoding: 'utf8',
      timeout: 20_000,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const first = failing('-p shop --lib', ['money']);

test('on a build machine a test that passes on its retry is named, and the run passes', () => {
  const { status, stdout } = run({ ci: true, first, second: passing });
  assert.equal(status, 0);
  assert.match(stdout, /^flaky: -p shop --lib money$/m);
});

test('a test that fails twice fails the run', () => {
  const { status, stdout } = run({ ci: true, first, second: first });
  assert.notEqual(status, 0);
  assert.match(stdout, /^failed twice: -p shop --lib money$/m);
});

test('a test with random input fails without a retry', () => {
  for (const text of Object.values(RANDOM)) {
    const { status, stdout } = run({ ci: true, first: saying(first, 'money', text), second: passing });
    assert.notEqual(status, 0);
    assert.match(stdout, /^failed, not tried again .*: -p shop --lib money$/m);
    assert.doesNotMatch(stdout, /again, by itself|^flaky/m);
  }
});

test('a test that the retry does not find fails', () => {
  assert.notEqual(run({ ci: true, first, second: passing.replace('2 passed', '0 passed') }).status, 0);
});

test('a crash fails without a retry', () => {
  const { status, stdout } = run({ ci: true, first: crashing('-p shop --lib'), second: passing });
  assert.notEqual(status, 0);
  assert.doesNotMatch(stdout, /again/);
});

test('outside a build machine a failing test fails', () => {
  assert.notEqual(run({ ci: false, first, second: passing }).status, 0);
});

test('a run of no tests fails', () => {
  assert.equal(run({ ci: false, first: passing, second: '' }).status, 0);
  assert.notEqual(run({ ci: false, first: passing.replace('2 passed', '0 passed'), second: '' }).status, 0);
});
