// A copy of the working tree in which rules are broken, so that an interrupted run leaves the working tree intact.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const MEBIBYTE = 1024 * 1024;
/** Files that tools create in the copy. They are not part of the working tree. */
const MADE = ['node_modules', 'web/dist', 'target'];

/** The files of the working tree, including uncommitted ones, without deleted ones. */
function sources(root) {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const listed = execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * MEBIBYTE });
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

/** The files of a copy, without those that tools created. */
function filesUnder(folder, path = '') {
  if (MADE.includes(path)) return [];
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const inside = path === '' ? entry.name : `${path}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(folder, inside) : [inside];
  });
}

const isSame = (one, other) => existsSync(other) && readFileSync(one).equals(readFileSync(other));

/** Updates the copy to the working tree. Equal files keep their modification times, so that Cargo recompiles nothing. */
export function copyTree(root, folder) {
  mkdirSync(folder, { recursive: true });
  const wanted = sources(root);
  const known = new Set(wanted);
  for (const file of filesUnder(folder)) if (!known.has(file)) rmSync(join(folder, file));
  for (const file of wanted) {
    const [from, to] = [join(root, file), join(folder, file)];
    if (isSame(from, to)) continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
}

/** Links from the copy to a package. The repository's own packages are links already, and are copied as such. */
function linkPackage(from, to) {
  const isOurs = lstatSync(from).isSymbolicLink();
  symlinkSync(isOurs ? readlinkSync(from) : from, to);
}

/** Links every package into a folder of the copy, so that tools keep their caches there. */
export function linkModules(root, folder) {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name.startsWith('.') && name !== '.bin') continue;
    if (!name.startsWith('@')) {
      linkPackage(join(from, name), join(to, name));
      continue;
    }
    mkdirSync(join(to, name));
    for (const scoped of readdirSync(join(from, name)))
      linkPackage(join(from, name, scoped), join(to, name, scoped));
  }
}
