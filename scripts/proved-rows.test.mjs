import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  faultsOf,
  inOrder,
  listedRows,
  rowsOfBrowserTests,
  rowsOfRust,
  rowsOfUnitTests,
} from './proved-rows.mjs';

const RUST = [
  ['a test', '/// [4.09] As it is.\n#[test]\nfn is() {', ['4.09']],
  [
    'a test in a macro',
    '    /// [B.03] [1.01] So.\n    /// More.\n    #[tokio::test(flavor = "x")]\n    async fn is() {',
    ['B.03', '1.01'],
  ],
  ['an ignored test', '/// [4.09] Later.\n#[test]\n#[ignore = "slow"]\nfn is() {', []],
  ['no test', '/// [4.09] It is.\npub(crate) fn is() {', []],
  ['a comment far from the test', '/// [4.09] It is.\nconst A: u8 = 1;\n#[test]\nfn is() {', []],
  ['a sentence within a test', '#[test]\nfn is() {\n    assert_eq!("[4.09]", text);', []],
];

for (const [what, source, rows] of RUST)
  test(`of Rust: ${what}`, () => assert.deepEqual(rowsOfRust(source), rows));

const UNIT = [
  ['a title', "it('[4.09] is', () => {", ['4.09']],
  ['a table of titles', "  ['[4.09] is', 1],", ['4.09']],
  ['a comment', '// [4.09] is\n/** [4.10] is\n * [4.11] is */', []],
  ['a skipped test', "it.skip('[4.09] is', () => {\ntest.todo('[4.10]');", []],
];

for (const [what, source, rows] of UNIT)
  test(`of unit tests: ${what}`, () => assert.deepEqual(rowsOfUnitTests(source), rows));

test('of browser tests: titles of suites and tests at any depth, except those that may be skipped', () => {
  const inner = { title: '[2.01] group', file: 'a.spec.ts', specs: [{ title: '[2.02] is' }] };
  const suites = [
    { title: 'a.spec.ts', file: 'a.spec.ts', specs: [{ title: '[2.03] is' }], suites: [inner] },
    { title: 'webkit.spec.ts', file: 'webkit.spec.ts', specs: [{ title: '[2.04] is' }] },
  ];
  assert.deepEqual(rowsOfBrowserTests({ suites }), ['2.03', '2.01', '2.02']);
});

test('the list: without comments, in numeric order', () => {
  assert.deepEqual(listedRows('# rows\n1.01\n\n1.02 # why\n'), ['1.01', '1.02']);
  assert.deepEqual(inOrder(['B.01', '10.02', '2.10', '2.09', '2.10']), ['2.09', '2.10', '10.02', 'B.01']);
});

test('a row without tests and an unlisted row are faults', () => {
  assert.deepEqual(faultsOf(['1.01'], ['1.01']), []);
  assert.match(faultsOf(['1.01', '1.02'], ['1.01']).join(), /^\[1\.02\] has lost its last test/);
  assert.match(faultsOf(['1.01'], ['1.01', '1.02']).join(), /^\[1\.02\] is named by a test/);
});
