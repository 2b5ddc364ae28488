// Finds which top-level module of a crate names which other one. Reads the sources instead of asking the compiler, because the
// result must hold for all features at once.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The files that do not create a module. */
const ROOTS = ['lib', 'main', 'bin'];
/** Matches comments, strings and characters, but not lifetimes. */
const NO_CODE =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\bb?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\[^\n]+?|[^'\\\n])'/gu;

function withoutTexts(source) {
  return source.replaceAll(NO_CODE, (text) => (text.startsWith('/') ? ' ' : '""'));
}

function withoutTests(code) {
  const test = /#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+\w+\s*\{/gu;
  let kept = '';
  let from = 0;
  for (let match = test.exec(code); match; match = test.exec(code)) {
    kept += code.slice(from, match.index);
    from = endOfBlock(code, test.lastIndex);
    test.lastIndex = from;
  }
  return kept + code.slice(from);
}

function endOfBlock(code, begin) {
  let depth = 1;
  let at = begin;
  for (; at < code.length && depth > 0; at += 1) {
    if (code[at] === '{') depth += 1;
    if (code[at] === '}') depth -= 1;
  }
  return at;
}

/** The modules that a file declares (`mod name;`) for tests alone. */
function testModules(code) {
  const found = code.matchAll(/#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/gu);
  return [...found].map((match) => match[1]);
}

/**
 * Finds the paths in `code` that begin with `crate` or `super`. Each result is a list of names from the crate's root. `at` is
 * the path of the module that contains the code.
 */
export function pathsOf(code, at) {
  const paths = [];
  for (const match of code.matchAll(/(?<![\w:$])(crate|super)\s*::\s*/gu)) {
    let base = match[1] === 'crate' ? [] : at.slice(0, -1);
    let rest = code.slice(match.index + match[0].length);
    for (let up = /^super\s*::\s*/u.exec(rest); up; up = /^super\s*::\s*/u.exec(rest)) {
      base = base.slice(0, -1);
      rest = rest.slice(up[0].length);
    }
    paths.push(...spread(base, rest));
  }
  return paths;
}

/** Expands a path with groups in braces into its paths. */
function spread(base, text) {
  const name = /^\s*(\w+|\*)\s*(::)?/u.exec(text);
  if (name) {
    const path = [...base, name[1]];
    return name[2] ? spread(path, text.slice(name[0].length)) : [path];
  }
  if (!/^\s*\{/u.test(text)) return [base];
  const open = text.indexOf('{') + 1;
  return members(text.slice(open, endOfBlock(text, open) - 1)).flatMap((member) => spread(base, member));
}

/** Splits at commas outside inner braces. */
function members(group) {
  const found = [''];
  let depth = 0;
  for (const sign of group) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found.filter((member) => member.trim() !== '');
}

/** The module that each name re-exported by a crate's root comes from. */
function reexports(code) {
  const homes = new Map();
  for (const match of code.matchAll(
    /\bpub(?:\([^)]*\))?\s+use\s+(?:(?:crate|self)\s*::\s*)?(\w+)\s*::([^;]*);/gu,
  )) {
    for (const member of members(match[2].replace(/^\s*\{/u, '').replace(/\}\s*$/u, ''))) {
      const names = member.trim().split(/\s+as\s+|::/u);
      homes.set(names[names.length - 1].trim(), match[1]);
    }
  }
  return homes;
}

/** The source files of a crate without tests, with their modules' paths. */
function files(root) {
  const skipped = new Set();
  const all = readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.rs'));
  const read = all.map((name) => {
    const path = name.slice(0, -3).split(sep);
    if (path[path.length - 1] === 'mod') path.pop();
    const code = withoutTexts(readFileSync(join(root, name), 'utf8'));
    for (const test of testModules(code)) {
      const parent = ROOTS.includes(path.join('/')) ? [] : path;
      skipped.add([...parent, test].join('/'));
    }
    return { name, path, code: withoutTests(code) };
  });
  const isTest = ({ path }) => path.some((_, index) => skipped.has(path.slice(0, index + 1).join('/')));
  return read.filter((file) => !isTest(file));
}

/** The edges between a crate's top-level modules: from, to, and one file and name that causes each. */
export function edgesOf(root) {
  const all = files(root);
  const face = all.find((file) => file.name === 'lib.rs');
  const homes = face ? reexports(face.code) : new Map();
  const tops = new Set(all.map((file) => file.path[0]).filter((name) => !ROOTS.includes(name)));
  const edges = new Map();
  for (const file of all) {
    const [from] = file.path;
    if (!tops.has(from)) continue;
    for (const path of pathsOf(file.code, file.path)) {
      const to = tops.has(path[0]) ? path[0] : homes.get(path[0]);
      if (to === undefined || to === from) continue;
      const why = { file: relative('.', join(root, file.name)), names: path.join('::') };
      const edge = edges.get(`${from} ${to}`) ?? { from, to, places: [] };
      edge.places.push(why);
      edges.set(`${from} ${to}`, edge);
    }
  }
  return [...edges.values()];
}

/** The groups of modules that reach each other (Tarjan), each of two or more. */
export function circles(edges) {
  const next = new Map();
  for (const { from, to } of edges) {
    next.set(from, [...(next.get(from) ?? []), to]);
    if (!next.has(to)) next.set(to, []);
  }
  const state = { order: new Map(), low: new Map(), stack: [], found: [] };
  for (const node of next.keys()) if (!state.order.has(node)) visit(node, next, state);
  return state.found;
}

function visit(node, next, state) {
  const number = state.order.size;
  state.order.set(node, number);
  state.low.set(node, number);
  state.stack.push(node);
  for (const to of next.get(node)) {
    if (!state.order.has(to)) visit(to, next, state);
    if (state.stack.includes(to)) state.low.set(node, Math.min(state.low.get(node), state.low.get(to)));
  }
  if (state.low.get(node) !== number) return;
  const members = state.stack.splice(state.stack.indexOf(node));
  if (members.length > 1) state.found.push(members.sort());
}
