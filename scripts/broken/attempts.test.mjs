import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { afterEach, beforeEach } from 'node:test';
import { Attempts, faultBroken, faultUnbroken } from './attempts.mjs';

const CHANGE = { file: 'rule.sh', find: 'exit 0', replace: 'echo failed: rule; exit 1' };
const PROOF = {
  runs: [['bash', '-c', 'echo run >> runs; bash rule.sh']],
  hasRun: () => true,
  hasFailed: (output) => output.includes('failed: rule'),
};

let folder;
const inCopy = (file) => join(folder, 'tree', file);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'broken-'));
  mkdirSync(join(folder, 'tree'));
  writeFileSync(inCopy('rule.sh'), 'exit 0\n');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a test that fails with the rule broken has noticed, and the rule is restored', async () => {
  const attempts = new Attempts(folder);
  assert.equal(faultUnbroken(PROOF, await attempts.unbroken(PROOF)), undefined);
  assert.equal(faultBroken(PROOF, await attempts.broken(CHANGE, PROOF)), undefined);
  assert.equal(readFileSync(inCopy('rule.sh'), 'utf8'), 'exit 0\n');
});

test('a change that cannot be made runs nothing', async () => {
  const attempts = new Attempts(folder);
  await assert.rejects(attempts.broken({ ...CHANGE, find: 'exit 2' }, PROOF), /rule\.sh has 0 times/);
  assert.throws(() => readFileSync(inCopy('runs')), /ENOENT/);
});

test('a command of several rules runs once with nothing broken', async () => {
  const attempts = new Attempts(folder);
  await attempts.unbroken(PROOF);
  await attempts.unbroken({ ...PROOF });
  assert.equal(readFileSync(inCopy('runs'), 'utf8'), 'run\n');
});

test('a failed preparation ends the attempt', async () => {
  const attempts = new Attempts(folder);
  const proof = { ...PROOF, runs: [['bash', '-c', 'exit 1'], ...PROOF.runs] };
  assert.equal(faultUnbroken(proof, await attempts.unbroken(proof)), 'it does not pass as it is: failed');
  assert.match(faultBroken(proof, await attempts.broken(CHANGE, proof)), /not by this test/);
  assert.throws(() => readFileSync(inCopy('runs')), /ENOENT/);
});

test('a test that passes, times out or fails for another reason has not noticed', () => {
  const fault = (result, output = '') => faultBroken(PROOF, { result, output });
  assert.equal(fault('passed'), 'the test passed');
  assert.equal(fault('out of time'), 'out of time');
  assert.match(fault('failed', 'error: could not compile'), /not by this test/);
});

test('a test that fails anyway or does not exist proves nothing', () => {
  assert.match(faultUnbroken(PROOF, { result: 'failed', output: '' }), /does not pass as it is/);
  const missing = { ...PROOF, hasRun: () => false };
  assert.match(faultUnbroken(missing, { result: 'passed', output: '' }), /no such test/);
});
