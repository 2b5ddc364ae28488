import assert from 'node:assert/strict';
import test from 'node:test';
import { chosenSteps } from './selection.mjs';
import { releaseSteps, sliceOf, slices, testSteps } from './steps.mjs';

const names = (steps) => steps.map(({ name }) => name);

test('step names are unique, and every predecessor exists', () => {
  for (const steps of [testSteps, releaseSteps]) {
    const known = names(steps);
    assert.equal(new Set(known).size, known.length);
    for (const step of steps) {
      for (const before of [...(step.after ?? []), ...(step.behind ?? [])])
        assert.ok(known.includes(before), before);
    }
  }
});

test('every commit selects one slice, and every slice can be selected', () => {
  const chosen = new Set(
    Array.from({ length: 200 }, (_, at) => sliceOf(at.toString(16).padStart(8, '0').padEnd(40, 'f'))),
  );
  assert.equal(chosen.size, slices.length);
  assert.throws(() => sliceOf('main'));
});

test('a slice runs last, and with make test only when a commit is named', () => {
  const commit = '0000000b'.padEnd(40, '0');
  assert.deepEqual(chosenSteps([], {}).steps, testSteps);
  const steps = chosenSteps([], { TEST_SLICE_OF: commit }).steps;
  assert.deepEqual(names(steps), [...names(testSteps), sliceOf(commit).name]);
  assert.deepEqual(steps.at(-1).behind, names(testSteps));
  assert.ok(slices.every(({ minutes, bounded }) => minutes === 5 && bounded));
});

test('a slice or a step is selected by its name, and an unknown name is refused', () => {
  const [slice] = slices;
  assert.deepEqual(names(chosenSteps(['--slice', slice.name], {}).steps), [
    'the zkratka command',
    slice.name,
  ]);
  assert.deepEqual(names(chosenSteps(['--step', 'fuzzing'], {}).steps), ['fuzzing']);
  for (const wrong of [
    ['--slice', 'none'],
    ['--step', 'none'],
    ['--slice'],
    ['--nothing'],
    ['--all', 'a', 'b'],
  ]) {
    assert.equal(chosenSteps(wrong, {}).steps, undefined, wrong.join(' '));
  }
});

test('the list contains each step and slice once, and each can be selected', () => {
  const { list } = chosenSteps(['--list'], {});
  const known = new Set(names([...testSteps, ...slices, ...releaseSteps]));
  assert.deepEqual(new Set(list), known);
  assert.equal(list.length, known.size);
  assert.ok(list.includes('fuzzing'));
  for (const name of list)
    assert.ok(
      ['--step', '--slice'].some((option) => chosenSteps([option, name], {}).steps),
      name,
    );
});

test('only steps that need optional tools or versions are skippable', () => {
  const skippable = [...releaseSteps, ...slices].filter((step) => step.skippable);
  assert.deepEqual(
    [...new Set(names(skippable))],
    ['Apple Pay in WebKitGTK', 'servers of an older version replaced', 'fuzzing'],
  );
  assert.ok(testSteps.every((step) => !step.skippable && !step.bounded));
  assert.ok(slices.every((slice) => slice.failed));
});

test('a name selects the step of make test if there is one', () => {
  const { steps } = chosenSteps(['--step', 'browser tests'], {});
  assert.equal(steps?.[0]?.env, undefined);
});
