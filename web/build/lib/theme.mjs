import { readdir, readFile } from 'node:fs/promises';
import { basename, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifyCss } from './styles.mjs';

/** @typedef {import('./output.mjs').Output} Output */

const folder = fileURLToPath(new URL('../../../themes/demo/assets/', import.meta.url));

/**
 * Rewrites every `url()` of a style sheet that names a file of the theme to the file's hashed URL.
 * @param {string} css
 * @param {string} from the style sheet's own name
 * @param {Readonly<Record<string, string>>} urls
 */
export function rewriteUrls(css, from, urls) {
  return css.replace(/url\(\s*(["']?)([^"')]+)\1\s*\)/g, (whole, _quote, /** @type {string} */ target) => {
    if (/^(?:[a-z]+:|\/|#)/i.test(target)) return whole;
    const [path = '', fragment] = target.split('#');
    const url = urls[posix.join(posix.dirname(from), path)];
    if (url === undefined) throw new Error(`${from} refers to ${target}, which is not an asset of the theme`);
    return `url(${url}${fragment === undefined ? '' : `#${fragment}`})`;
  });
}

/** A module that another one of the theme imports, by its path from there: `from './amounts.js'`. */
const IMPORTED = /(\bfrom\s*)(["'])(\.[^"']+)\2/g;

/**
 * @param {string} from the script's own name
 * @param {string} path as the import names it
 */
const importedName = (from, path) => posix.join(posix.dirname(from), path);

/**
 * The names of the theme's modules that a script imports.
 * @param {string} script
 * @param {string} from the script's own name
 */
export const importsOf = (script, from) =>
  [...script.matchAll(IMPORTED)].map(([, , , path = '']) => importedName(from, path));

/**
 * Rewrites the imports of a script to the hashed URLs of the modules.
 * @param {string} script
 * @param {string} from the script's own name
 * @param {Readonly<Record<string, string>>} urls
 */
export function rewriteImports(script, from, urls) {
  return script.replace(
    IMPORTED,
    (_whole, /** @type {string} */ start, quote, /** @type {string} */ path) => {
      const url = urls[importedName(from, path)];
      if (url === undefined) throw new Error(`${from} imports ${path}, which is not a module of the theme`);
      return `${start}${quote}${url}${quote}`;
    },
  );
}

/**
 * The names in an order in which every module comes after those that it imports.
 * @param {Readonly<Record<string, string[]>>} imports name to the names that it imports
 */
export function importedFirst(imports) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} name @param {string[]} above */
  const visit = (name, above) => {
    if (above.includes(name)) throw new Error(`${name} imports itself, by ${above.join(', ')}`);
    for (const imported of imports[name] ?? []) visit(imported, [...above, name]);
    done.add(name);
  };
  for (const name of Object.keys(imports)) visit(name, []);
  return [...done];
}

/**
 * Adds every asset of the demo theme. Scripts come after the modules that they import, and style sheets last, because they refer
 * to the other assets.
 * @param {Output} output
 * @returns {Promise<Record<string, string>>} name in the theme to URL
 */
export async function buildTheme(output) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort((a, b) => Number(a.endsWith('.css')) - Number(b.endsWith('.css')) || a.localeCompare(b));
  const files = new Map(
    await Promise.all(
      names.map(async (name) => /** @type {const} */ ([name, await readFile(join(folder, name))])),
    ),
  );
  const imports = [...files].map(([name, content]) => [
    name,
    name.endsWith('.js') ? importsOf(content.toString(), name) : [],
  ]);
  /** @type {Record<string, string>} */
  const urls = {};
  for (const name of importedFirst(Object.fromEntries(imports))) {
    const content = files.get(name);
    if (content === undefined) throw new Error(`the theme has no module ${name}`);
    urls[name] = output.add(basename(name), built(name, content, urls));
  }
  return urls;
}

/**
 * An asset as it is served.
 * @param {string} name
 * @param {Buffer} content
 * @param {Readonly<Record<string, string>>} urls of the assets to which it refers
 */
function built(name, content, urls) {
  if (name.endsWith('.css')) return minifyCss(name, rewriteUrls(content.toString(), name, urls));
  return name.endsWith('.js') ? rewriteImports(content.toString(), name, urls) : content;
}
