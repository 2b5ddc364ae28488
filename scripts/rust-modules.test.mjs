import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { circles, edgesOf, pathsOf } from './rust-modules.mjs';

const PATHS = [
  ['one path', 'use crate::cart::Cart;', ['cart::Cart']],
  ['a group', 'use crate::{cart::{Cart, lines::*}, order};', ['cart::Cart', 'cart::lines::*', 'order']],
  ['an expression', 'let it = crate::cart::empty();', ['cart::empty']],
  ['the module above', 'use super::super::order::Order;', ['order::Order']],
  ['the module beside', 'use super::lines::Line;', ['pricing::lines::Line']],
  ['a macro of another crate', 'use $crate::cart::Cart;', []],
];

for (const [what, code, paths] of PATHS)
  test(`paths: ${what}`, () => {
    const found = pathsOf(code, ['pricing', 'parcels']).map((path) => path.join('::'));
    assert.deepEqual(found, paths);
  });

/** The edges of a crate of these files, as `from to`. */
function edgesBetween(files) {
  const root = mkdtempSync(join(tmpdir(), 'crate-'));
  try {
    for (const [name, source] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), source);
    }
    return edgesOf(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const named = (edges) => edges.map(({ from, to }) => `${from} ${to}`).sort();

test('edges: between folders, and through names that the root re-exports', () => {
  const edges = edgesBetween({
    'lib.rs': 'mod cart;\nmod order;\npub use order::{Order as Placed, number};',
    'cart/mod.rs': 'mod lines;',
    'cart/lines.rs': 'use crate::Placed;\nuse super::Cart;',
    'order.rs': '',
  });
  assert.deepEqual(named(edges), ['cart order']);
});

test('edges: none from comments, strings and tests', () => {
  const edges = edgesBetween({
    'lib.rs': 'mod cart;\nmod order;',
    'cart.rs': `// crate::order
      /* crate::order */
      const A: &str = "crate::order \\" crate::order";
      const B: &str = r#"crate::order"#;
      const C: char = '"';
      fn of<'a>(order: &'a str) {}
      #[cfg(test)]
      mod tests { use crate::order::Order; fn is() { if true {} } }`,
    'order.rs': '#[cfg(test)]\nmod tests;',
    'order/tests.rs': 'use crate::cart::Cart;',
  });
  assert.deepEqual(named(edges), []);
});

test('circles: each is reported once, in order of names', () => {
  const edges = ['a b', 'b c', 'c a', 'c d', 'd e', 'e d', 'e f'].map((edge) => {
    const [from, to] = edge.split(' ');
    return { from, to, places: [] };
  });
  assert.deepEqual(
    circles(edges).sort((one, other) => one[0].localeCompare(other[0])),
    [
      ['a', 'b', 'c'],
      ['d', 'e'],
    ],
  );
});
