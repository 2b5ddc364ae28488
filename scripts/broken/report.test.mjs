import assert from 'node:assert/strict';
import test from 'node:test';
import { closing, list, ruleResult } from './report.mjs';

const entry = (rule) => ({ rule, broken: 'it is not', noticedBy: { test: 'a_test' } });
const noticed = { entry: entry('tax is added'), seconds: 3, output: '' };
const missed = { entry: entry('tax is rounded'), fault: 'the test passed', output: 'one\ntwo\n', seconds: 2 };

test('a line for each rule, with the output if no test noticed', () => {
  assert.equal(ruleResult(noticed), 'noticed in 3 s: tax is added | it is not');
  assert.equal(
    ruleResult(missed),
    'NOT NOTICED, the test passed: tax is rounded | it is not\n    one\n    two',
  );
});

test('the closing lines count and name rules that were not noticed', () => {
  assert.equal(closing([noticed, noticed]), 'every one of 2 broken rules was noticed');
  assert.equal(
    closing([noticed, missed]),
    '1 of 2 broken rules were not noticed:\n  tax is rounded | it is not: the test passed (a_test)',
  );
});

test('the list shows every rule with its test', () => {
  const sections = [{ section: 'Taxes', entries: [noticed.entry] }];
  assert.equal(list(sections), 'Taxes\n  tax is added | it is not | a_test');
});
