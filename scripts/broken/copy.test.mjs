import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { afterEach, beforeEach } from 'node:test';
import { copyTree, linkModules } from './copy.mjs';

let folder;
const root = (path = '') => join(folder, 'root', path);
const copy = (path = '') => join(folder, 'copy', path);

/** Writes a file and creates its folders. */
function write(path, text) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'broken-copy-')));
  write(root('src/a.txt'), 'a');
  write(root('b.txt'), 'b');
  write(root('.gitignore'), 'node_modules\n/web/dist\n');
  execFileSync('git', ['init', '--quiet'], { cwd: root() });
  execFileSync('git', ['add', '.'], { cwd: root() });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('the working tree is copied with uncommitted changes', () => {
  write(root('b.txt'), 'changed');
  write(root('new.txt'), 'new');
  write(root('web/dist/made.js'), 'ignored');
  rmSync(root('src/a.txt'));
  copyTree(root(), copy());
  assert.equal(readFileSync(copy('b.txt'), 'utf8'), 'changed');
  assert.equal(readFileSync(copy('new.txt'), 'utf8'), 'new');
  assert.equal(existsSync(copy('src/a.txt')), false);
  assert.equal(existsSync(copy('web/dist/made.js')), false);
});

test('a copy that was left broken is repaired, and its other files are kept', () => {
  copyTree(root(), copy());
  const before = statSync(copy('b.txt')).mtimeMs;
  write(copy('src/a.txt'), 'broken');
  write(copy('src/stray.txt'), 'stray');
  write(copy('web/dist/made.js'), 'made');
  copyTree(root(), copy());
  assert.equal(readFileSync(copy('src/a.txt'), 'utf8'), 'a');
  assert.equal(existsSync(copy('src/stray.txt')), false);
  assert.equal(existsSync(copy('web/dist/made.js')), true);
  assert.equal(statSync(copy('b.txt')).mtimeMs, before);
});

test('packages are linked, the repository’s own to those of the copy, and caches are not', () => {
  write(root('node_modules/react/index.js'), 'react');
  write(root('node_modules/@types/react/index.d.ts'), 'types');
  write(root('node_modules/.vite/cache'), 'cache');
  mkdirSync(root('node_modules/@zkratka'));
  symlinkSync('../../src', root('node_modules/@zkratka/src'));
  copyTree(root(), copy());
  linkModules(root(), copy());
  linkModules(root(), copy());
  const target = (name) => realpathSync(copy(`node_modules/${name}`));
  assert.equal(target('react'), root('node_modules/react'));
  assert.equal(target('@types/react'), root('node_modules/@types/react'));
  assert.equal(target('@zkratka/src'), copy('src'));
  assert.equal(existsSync(copy('node_modules/.vite')), false);
});
