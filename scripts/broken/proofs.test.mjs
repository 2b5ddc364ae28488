import assert from 'node:assert/strict';
import test from 'node:test';
import { built, commerce, embed, unhandledIn } from './proofs.mjs';
import TestNames from './vitest-names.mjs';

const cargoFailing = (name) => `
failures:

failures:
    ${name}

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.01s

error: test failed, to rerun pass \`-p zkratka-commerce --lib\`
`;
const cargoPassing = (count) =>
  `test result: ok. ${count} passed; 0 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.00s`;

test('a Rust test is found by its name in any module', () => {
  const proof = commerce('tax_is_rounded');
  assert.deepEqual(proof.runs, [
    ['cargo', 'test', '--quiet', '-p', 'zkratka-commerce', '--lib', '--', 'tax_is_rounded'],
  ]);
  assert.equal(proof.hasFailed(cargoFailing('tax::tests::tax_is_rounded')), true);
  assert.equal(proof.hasFailed(cargoFailing('tax::tests::added_tax_is_rounded')), false);
  assert.equal(proof.hasFailed('error: could not compile `zkratka-commerce` (lib test)'), false);
  assert.equal(proof.hasRun(cargoPassing(1)), true);
  assert.equal(proof.hasRun(cargoPassing(0)), false);
});

/** The reporter's output for a run. */
function reported(context, { passed = [], failed = [], unhandled = [] }) {
  const lines = [];
  context.mock.method(console, 'log', (line) => lines.push(line));
  const allTests = (state) =>
    (state === 'passed' ? passed : failed).map((name) => ({ fullName: name }))[Symbol.iterator]();
  new TestNames().onTestRunEnd([{ children: { allTests } }], unhandled);
  context.mock.restoreAll();
  return lines.join('\n');
}

test('a web test is found by a part of its name in the reporter’s output', (context) => {
  const proof = embed('a.test.ts', 'is made once');
  const output = reported(context, { passed: ['a cart > is made once'], failed: ['a cart > is kept'] });
  assert.equal(proof.hasRun(output), true);
  assert.equal(proof.hasFailed(output), false);
  assert.equal(proof.hasFailed(reported(context, { failed: ['a cart > is made once, too'] })), true);
});

test('titles are escaped, because Vitest reads them as patterns', () => {
  assert.equal(embed('a.test.ts', 'costs 1.5 (more)').runs[0].at(-1), String.raw`costs 1\.5 \(more\)`);
});

test('an unhandled error counts as the failure if it is expected', (context) => {
  const proof = unhandledIn('a.test.ts', 'is made once');
  const passed = ['is made once'];
  const output = reported(context, { passed, unhandled: [new Error('No answer')] });
  assert.equal(proof.hasRun(output), true);
  assert.equal(proof.hasFailed(output), true);
  assert.equal(proof.hasFailed(reported(context, { passed })), false);
});

test('chunks are built before they are tested', () => {
  const [build, run] = built('a.test.ts', 'is made once').runs;
  assert.ok(build.includes('web/build/build.mjs'));
  assert.ok(run.includes('built'));
});
