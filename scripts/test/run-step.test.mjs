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

test('reports a command’s result, its output without colours, and its times', async () => {
  const ended = await runStep(sh(`printf '\\033[31mred\\033[0m\\n'; echo bad >&2; exit 3`), log, 10_000);
  assert.deepEqual([ended.result, ended.code], ['failed', 3]);
  assert.equal(readFileSync(log, 'utf8'), 'red\nbad\n');
  assert.equal(ended.processor, 0);
});

test('passes its environment on', async () => {
  const ended = await runStep({ ...sh('test "$ANSWER" = 42'), env: { ANSWER: '42' } }, log, 10_000);
  assert.equal(ended.result, 'passed');
});

test('ends a command that exceeds its limit, with all its child processes', async () => {
  const mark = join(folder, 'mark');
  const ended = await runStep(sh(`(sleep 2; touch ${mark}) & wait`), log, 300);
  assert.equal(ended.result, 'out of time');
  await setTimeout(2_500);
  assert.equal(existsSync(mark), false);
});

test('a bounded step is stopped only if its time was over before a test failed', () => {
  const step = { bounded: true, failed: /FAILED/, stopped: /^stopped$/m };
  assert.equal(verdict(step, { code: 143, cut: '  3 passed' }, '  3 passed\n'), 'stopped');
  assert.equal(verdict(step, { code: 143, cut: 'FAILED' }, 'FAILED'), 'failed');
  // Output printed while the step is being ended does not count.
  assert.equal(verdict(step, { code: 143, cut: '' }, 'FAILED'), 'stopped');
  assert.equal(verdict(step, { code: 0, cut: 'FAILED' }, 'FAILED'), 'failed');
  assert.equal(verdict(step, { code: 1 }, 'stopped\n  3 passed'), 'stopped');
});

test('a step that exits with a failure has failed, whatever it prints about time', () => {
  const step = { bounded: true, failed: /FAILED/ };
  const said = 'Timed out waiting 280s for the web server to run\nstopped\n';
  assert.equal(verdict(step, { code: 1 }, said), 'failed');
  assert.equal(verdict({ stopped: /^stopped$/m }, { code: 1 }, said), 'failed');
});

test('an unbounded step that its limit ends is out of time, neither stopped nor passed', () => {
  assert.equal(verdict({}, { code: 143, cut: '' }, ''), 'out of time');
  assert.equal(verdict({}, { code: 0, cut: '' }, ''), 'out of time');
});

test('a step is skipped only if it is skippable and prints so', () => {
  const said = 'SKIPPED: no such tool here\n';
  assert.equal(verdict({ skippable: true }, { code: 77 }, said), 'skipped');
  assert.equal(verdict({ skippable: true }, { code: 77 }, 'no tests'), 'failed');
  assert.equal(verdict({ skippable: true }, { code: 1 }, said), 'failed');
  assert.equal(verdict({}, { code: 77 }, said), 'failed');
});

test('a command that fails before its limit has failed', async () => {
  const bounded = { ...sh('echo ok; exit 1'), bounded: true };
  assert.equal((await runStep(bounded, log, 10_000)).result, 'failed');
  const late = { ...sh('trap "echo FAILED; exit 1" TERM; echo ok; sleep 5 & wait'), bounded: true };
  assert.equal((await runStep({ ...late, failed: /FAILED/ }, log, 2_000)).result, 'stopped');
  assert.equal((await runStep({ ...late, failed: /ok/ }, log, 2_000)).result, 'failed');
});
