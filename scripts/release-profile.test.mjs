import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const manifest = readFileSync(new URL('../Cargo.toml', import.meta.url), 'utf8');

/** The lines of a table of the workspace's manifest. */
const table = (name) => {
  const [, after] = manifest.split(`\n[${name}]\n`);
  return after?.split(/^\[/mu)[0]?.split('\n') ?? [];
};

// Amounts are added with plain operators, so a release build without these checks would take a wrapped sum for an amount.
test('release builds check arithmetic for overflow', () => {
  assert.ok(table('profile.release').includes('overflow-checks = true'));
  assert.ok(table('profile.demo').includes('inherits = "release"'));
  const off = manifest.split('\n').filter((line) => /overflow-checks\s*=\s*false/u.test(line));
  assert.deepEqual(off, []);
});
