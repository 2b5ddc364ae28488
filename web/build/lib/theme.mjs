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

/**
 * Adds every asset of the demo theme. Style sheets come last, because they refer to the other assets.
 * @param {Output} output
 * @returns {Promise<Record<string, string>>} name in the theme to URL
 */
export async function buildTheme(output) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort((a, b) => Number(a.endsWith('.css')) - Number(b.endsWith('.css')) || a.localeCompare(b));
  /** @type {Record<string, string>} */
  const urls = {};
  for (const name of names) {
    const content = await readFile(join(folder, name));
    const bytes = name.endsWith('.css')
      ? minifyCss(name, rewriteUrls(content.toString(), name, urls))
      : content;
    urls[name] = output.add(basename(name), bytes);
  }
  return urls;
}
