import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { runStep, verdict } from './run-step.mjs';

const folder = mkdtempSync(join(tmpdir(), 'run-step-'));
after(() => rmSync(folder, { recursive: true }));
const log = join(folder, 'log');
const sh = (script) => ({ name: 'a step', run: ['sh', '-c', script] });

test('says how a command ended, what it printed without colours, and what it cost', async () => {
  const ended = await runStep(sh(`printf '\\033[31mred\\033[0m\\n'; echo bad >&2; exit 3`), log, 10_000);
  assert.deepEqual([ended.result, ended.code], ['failed', 3]);
  assert.equal(readFileSync(log, 'utf8'), 'red\nbad\n');
  assert.equal(ended.processor, 0);
});

test('passes its environment on', async () => {
  const ended = await runStep({ ...sh('test "$ANSWER" = 42'), env: { ANSWER: '42' } }, log, 10_000);
  assert.equal(ended.result, 'passed');
});

test('ends what takes too long, with all that it started', async () => {
  const mark = join(folder, 'mark');
  const ended = await runStep(sh(`(sleep 2; touch ${mark}) & wait`), log, 300);
  assert.equal(ended.result, 'out of time');
  await setTimeout(2_500);
  assert.equal(existsSync(mark), false);
});

test('a bounded step that runs out of time has not failed unless a test had', () => {
  const step = { bounded: true, failed: /^ +\d+ failed/m, outOfTime: /^Timed out waiting/m };
  const late = { code: 1, outOfTime: true };
  assert.equal(verdict(step, late, '  3 passed'), 'stopped');
  assert.equal(verdict(step, late, '  1 failed\n  3 passed'), 'failed');
  assert.equal(verdict(step, { code: 1 }, 'Timed out waiting 280s\n  3 passed'), 'stopped');
  assert.equal(verdict(step, { code: 1 }, '  3 passed'), 'failed');
  assert.equal(verdict({}, late, '  3 passed'), 'out of time');
  assert.equal(verdict(step, { code: 77 }, ''), 'skipped');
});
