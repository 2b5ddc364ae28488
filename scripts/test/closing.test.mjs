import assert from 'node:assert/strict';
import test from 'node:test';
import { flakyTests, isOk, summary, times, verdictLines } from './closing.mjs';

const PLAYWRIGHT = `  ✓  1 [desktop] › a.spec.ts:1:1 › opens (2s)

  2 flaky
    [desktop] › a.spec.ts:3:1 › closes ─────
    [phone] › b.spec.ts:9:1 › pays ──────
  1 skipped
  [no] test
  12 passed (1.2m)
`;
const CARGO = `flaky: --test api carts::a
test result: ok. 282 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 9s
carts::b --- FAILED
failed, not tried again as its input is random: --test crash kills
`;
const VITEST = '      Tests  20 passed (20)\n FAIL  embed web/a.test.ts > b\n';
const outputs = [PLAYWRIGHT, CARGO, VITEST];
/** The lines about flaky tests. */
const FLAKY = [
  'flaky, passed only when tried again, to be mended:',
  '  [desktop] › a.spec.ts:3:1 › closes ─────',
  '  [phone] › b.spec.ts:9:1 › pays ──────',
  '  --test api carts::a',
];
const step = (name) => ({ name });
const passed = { step: step('a'), result: 'passed', seconds: 2, processor: 3 };

test('names flaky tests of every runner', () => {
  assert.deepEqual(flakyTests(PLAYWRIGHT), [
    '[desktop] › a.spec.ts:3:1 › closes ─────',
    '[phone] › b.spec.ts:9:1 › pays ──────',
  ]);
  assert.deepEqual(flakyTests(CARGO), ['--test api carts::a']);
});

test("keeps the runners' own closing lines", () => {
  const lines = summary([passed], outputs);
  assert.ok(lines.includes('  12 passed (1.2m)'));
  assert.ok(lines.some((line) => line.startsWith('test result: ok. 282 passed')));
  assert.ok(lines.includes('      Tests  20 passed (20)'));
});

test('lists failed and flaky tests at the end', () => {
  assert.deepEqual(verdictLines([passed], [VITEST]), ['every check and test passed']);
  const failed = { step: step('b'), result: 'failed', code: 101, seconds: 1 };
  assert.deepEqual(verdictLines([passed, failed], outputs), [
    ...FLAKY,
    'something failed, more about it above:',
    '── b: FAILED (exit 101)',
    'carts::b --- FAILED',
    'failed, not tried again as its input is random: --test crash kills',
    ' FAIL  embed web/a.test.ts > b',
  ]);
});

test('does not report a full pass if tests were flaky or not run', () => {
  assert.deepEqual(verdictLines([passed], outputs), [...FLAKY, 'nothing failed']);
  for (const result of ['skipped', 'stopped']) {
    const part = { step: step('b'), result, seconds: 1 };
    const verdict = 'nothing failed, but not all was run';
    assert.deepEqual(verdictLines([passed, part], [VITEST]), [verdict]);
    assert.deepEqual(verdictLines([passed, part], outputs), [...FLAKY, verdict]);
  }
});

test('skipped and stopped steps are listed but do not fail; steps that did not run fail', () => {
  const skipped = { step: step('b'), result: 'skipped', seconds: 1 };
  assert.ok(summary([skipped], []).includes('SKIPPED: b, more about it above'));
  assert.deepEqual([skipped, { ...skipped, result: 'stopped' }].map(isOk), [true, true]);
  assert.deepEqual(
    [
      { ...skipped, result: 'not run' },
      { ...skipped, result: 'out of time' },
    ].map(isOk),
    [false, false],
  );
});

test('times have one line per step', () => {
  const notRun = { step: step('b'), result: 'not run', seconds: 0 };
  assert.equal(
    times([passed, notRun]),
    'step\tresult\tseconds\tprocessor seconds\na\tpassed\t2\t3\nb\tnot run\t0\t\n',
  );
});
