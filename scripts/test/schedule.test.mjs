import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { schedule } from './schedule.mjs';

/** Steps that end on demand, and the order in which they began. */
function stage() {
  const began = [];
  const ends = new Map();
  const run = (step) =>
    new Promise((resolve) => {
      began.push(step.name);
      ends.set(step.name, (result) => resolve({ result }));
    });
  const end = async (name, result = 'passed') => {
    ends.get(name)(result);
    await setImmediate();
  };
  return { began, run, end };
}

test('runs as many steps as there are processors, in order', async () => {
  const { began, run, end } = stage();
  const done = schedule([{ name: 'a' }, { name: 'b' }, { name: 'c' }], run, 2);
  assert.deepEqual(began, ['a', 'b']);
  await end('b');
  assert.deepEqual(began, ['a', 'b', 'c']);
  await end('a');
  await end('c');
  assert.deepEqual(
    (await done).map(({ step, result }) => [step.name, result]),
    [
      ['b', 'passed'],
      ['a', 'passed'],
      ['c', 'passed'],
    ],
  );
});

test('only a step without processors overtakes a large step', async () => {
  const { began, run, end } = stage();
  const steps = [{ name: 'a' }, { name: 'large', cores: 2 }, { name: 'small' }, { name: 'waits', cores: 0 }];
  const done = schedule(steps, run, 2);
  assert.deepEqual(began, ['a', 'waits']);
  await end('a');
  assert.deepEqual(began, ['a', 'waits', 'large']);
  await end('large');
  await end('small');
  await end('waits');
  await done;
});

test('a failed step keeps only its successors from running', async () => {
  const { began, run, end } = stage();
  const steps = [
    { name: 'build' },
    { name: 'tests', after: ['build'] },
    { name: 'more', after: ['tests'] },
    { name: 'lint' },
    { name: 'last', behind: ['build'] },
  ];
  const done = schedule(steps, run, 2);
  await end('build', 'failed');
  await end('lint');
  await end('last');
  assert.deepEqual(began, ['build', 'lint', 'last']);
  assert.deepEqual(
    (await done).filter(({ result }) => result === 'not run').map(({ step }) => step.name),
    ['tests', 'more'],
  );
});

test('steps that are not selected block no other step', async () => {
  const { run, end } = stage();
  const done = schedule([{ name: 'tests', after: ['build'], behind: ['clippy'] }], run, 2);
  await end('tests');
  assert.equal((await done).length, 1);
});

test('steps that wait for each other are an error', async () => {
  const steps = [
    { name: 'a', after: ['b'] },
    { name: 'b', after: ['a'] },
  ];
  await assert.rejects(
    schedule(steps, () => assert.fail(), 2),
    /wait for each other: a, b/,
  );
});
