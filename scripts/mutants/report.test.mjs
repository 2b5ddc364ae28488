import assert from 'node:assert/strict';
import test from 'node:test';
import { closing, isEnough } from './report.mjs';
import { rustOutcomes } from './rust.mjs';
import { webOutcomes } from './web.mjs';

const many = (count, kind) => Array.from({ length: count }, (_, at) => ({ name: `${kind} ${at}`, kind }));

test('a share is never rounded up, and survivors are named', () => {
  const outcomes = [...many(1999, 'caught'), ...many(1, 'survived')];
  assert.equal(
    closing({ name: 'Rust', outcomes }),
    'Rust: 1999 of 2000 mutants noticed (99.9 %)\n  survived: survived 0',
  );
});

test('95 of 100 are enough, and 94 or none at all are not', () => {
  assert.ok(isEnough({ outcomes: [...many(95, 'caught'), ...many(5, 'survived')] }));
  assert.ok(!isEnough({ outcomes: [...many(94, 'caught'), ...many(6, 'survived')] }));
  assert.ok(!isEnough({ outcomes: [] }));
  assert.equal(closing({ name: 'web', outcomes: [] }), 'web: no mutant was tried');
});

test('of cargo-mutants, neither the unchanged code nor what does not compile counts', () => {
  const mutant = (name, summary) => ({ scenario: { Mutant: { name } }, summary });
  const outcomes = [
    { scenario: 'Baseline', summary: 'Success' },
    mutant('a', 'CaughtMutant'),
    mutant('b', 'MissedMutant'),
    mutant('c', 'Unviable'),
    mutant('d', 'Timeout'),
  ];
  assert.deepEqual(rustOutcomes({ outcomes }), [
    { name: 'a', kind: 'caught' },
    { name: 'b', kind: 'survived' },
    { name: 'd', kind: 'caught' },
  ]);
});

test('of Stryker, code that no test runs survives, and what the source explains does not count', () => {
  const mutant = (status, line) => ({
    status,
    mutatorName: 'Block',
    replacement: '{}',
    location: { start: { line, column: 2 } },
  });
  const files = { 'a.ts': { mutants: [mutant('NoCoverage', 1), mutant('Ignored', 2), mutant('Killed', 3)] } };
  assert.deepEqual(webOutcomes({ files }), [
    { name: 'a.ts:1:2: Block: {}', kind: 'survived' },
    { name: 'a.ts:3:2: Block: {}', kind: 'caught' },
  ]);
});
