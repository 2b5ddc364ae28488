import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  billOfMaterials,
  checksumsOf,
  cratesOf,
  npmComponents,
  rustComponents,
} from './bill-of-materials.mjs';

const TREE = [
  '0 zkratka-server v0.1.0 (/src/crates/server) Apache-2.0',
  '1 a v1.0.0 MIT/Apache-2.0',
  '2 m v2.0.0 (proc-macro) MIT OR Apache-2.0',
  '1 b v0.2.0-rc.1 ISC',
  '2 a v1.0.0 MIT/Apache-2.0 (*)',
  '',
].join('\n');
const WITHOUT_MACROS = TREE.split('\n')
  .filter((line) => !line.includes(' m '))
  .join('\n');
const LOCK =
  'version = 4\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nchecksum = "ab12"\n\n[[package]]\nname = "zkratka-server"\nversion = "0.1.0"\n';
const NPM = {
  packages: {
    '': { name: 'x' },
    'web/embed': { version: '1.0.0' },
    'node_modules/@zkratka/embed': { link: true },
    'node_modules/react': { version: '19.0.0', license: 'MIT', integrity: 'sha512-AQI=' },
    'node_modules/@types/node': { version: '20.0.0', dev: true, license: 'MIT' },
  },
};

const made = () => {
  const all = cratesOf(TREE);
  const components = [
    ...rustComponents(cratesOf(WITHOUT_MACROS), all, checksumsOf(LOCK)),
    ...npmComponents(NPM),
  ];
  return billOfMaterials({ version: '0.1.0', crates: all, components });
};

test('names every crate and package once, with scope, licence and hash', () => {
  const found = made().components.map(({ purl, scope, hashes, licenses: [license] }) => [
    purl,
    scope,
    license.expression,
    hashes?.[0].content,
  ]);
  assert.deepEqual(found, [
    ['pkg:cargo/a@1.0.0', 'required', 'MIT OR Apache-2.0', 'ab12'],
    ['pkg:cargo/b@0.2.0-rc.1', 'required', 'ISC', undefined],
    ['pkg:cargo/m@2.0.0', 'excluded', 'MIT OR Apache-2.0', undefined],
    ['pkg:npm/%40types/node@20.0.0', 'excluded', 'MIT', undefined],
    ['pkg:npm/react@19.0.0', 'required', 'MIT', '0102'],
  ]);
});

test('says what uses what, and refers to nothing unknown', () => {
  const { components, dependencies, metadata } = made();
  const uses = Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  assert.deepEqual(uses['pkg:cargo/zkratka-server@0.1.0'], [
    'pkg:cargo/a@1.0.0',
    'pkg:cargo/b@0.2.0-rc.1',
    'pkg:npm/react@19.0.0',
  ]);
  assert.deepEqual(uses['pkg:cargo/b@0.2.0-rc.1'], ['pkg:cargo/a@1.0.0']);
  const known = new Set([metadata.component, ...components].map((component) => component['bom-ref']));
  for (const { ref, dependsOn } of dependencies)
    for (const name of [ref, ...dependsOn]) assert.ok(known.has(name), name);
});

test('gives the same bytes for the same input', () => {
  assert.equal(JSON.stringify(made()), JSON.stringify(made()));
  assert.match(
    made().serialNumber,
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

test('refuses output that it does not know', () => {
  assert.throws(() => cratesOf('warning: something'), /unknown line/);
});
