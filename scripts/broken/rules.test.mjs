import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { driftOf, entriesOf, sections, selected } from './rules.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The texts of a file, or of every file of a folder. */
function textsUnder(path) {
  if (statSync(join(ROOT, path)).isFile()) return [readFileSync(join(ROOT, path), 'utf8')];
  const inside = readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true });
  return inside
    .filter((entry) => entry.isFile() && entry.name.endsWith('.rs'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

const entries = entriesOf(sections);

// `make broken` takes too long for every run of `make test`. These tests find moved rules and renamed tests at once.
test('the text of every rule occurs once in its file', () => {
  assert.deepEqual(driftOf(ROOT, entries), []);
});

test('a rule whose text or file is missing is reported with the place to correct', () => {
  const [rule] = entries;
  const [moved] = driftOf(ROOT, [{ ...rule, find: 'no such text' }]);
  assert.ok(moved.startsWith(`${rule.file} has 0 times instead of once: "no such text"`));
  assert.ok(moved.includes(`Mend "${rule.rule}" in scripts/broken/rules`));
  assert.match(driftOf(ROOT, [{ ...rule, file: 'crates/none.rs' }])[0], /^crates\/none\.rs is missing/);
});

test('every rule names an existing test', () => {
  const missing = entries.filter(({ noticedBy: { source } }) =>
    textsUnder(source.under).every((text) => !text.includes(source.text)),
  );
  assert.deepEqual(
    missing.map(({ rule, noticedBy: { source } }) => `${rule}: ${source.under} has no ${source.text}`),
    [],
  );
});

test('every rule is listed once, and every section has a unique name', () => {
  const rules = entries.map(({ rule }) => rule);
  assert.equal(new Set(rules).size, rules.length);
  const titles = sections.map(({ section }) => section);
  assert.equal(new Set(titles).size, titles.length);
});

test('rules are selected by a part of their text, ignoring case', () => {
  const names = (text) => entriesOf(selected(sections, text)).map(({ rule }) => rule);
  assert.equal(names('').length, entries.length);
  assert.ok(names('EASTER').every((rule) => rule.includes('Easter')));
  assert.equal(names('EASTER').length, 1);
  assert.deepEqual(names('no rule says this'), []);
});
