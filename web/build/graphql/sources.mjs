import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @param {string} path relative to the repository */
export const fromRoot = (path) => join(root, path);

/**
 * The folders with documents, and which of their modules may contain documents. Types are generated beside the documents.
 * @type {readonly { readonly folder: string, readonly module: RegExp }[]}
 */
export const SOURCES = [
  { folder: 'web/embed/cart', module: /^(?!.*\.(?:test|types)\.)[\w-]+\.ts$/ },
  { folder: 'web/checkout/src/api', module: /^(?:[\w-]+-)?(?:documents|operations)\.ts$/ },
];

/**
 * The text of an exported document: a string, or the `query` of an operation; null for anything else.
 * @param {unknown} exported
 */
function documentOf(exported) {
  const text =
    typeof exported === 'object' && exported !== null && 'query' in exported ? exported.query : exported;
  return typeof text === 'string' && /^(?:query|mutation)\b/.test(text) ? text : null;
}

/** `CREATE_CART` and `createCart` are `CreateCartDocument`. @param {string} name */
export const typeNameOf = (name) =>
  `${name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Document`;

/**
 * Runs the modules of a folder and collects the documents that they export, by the name of the type.
 * @param {typeof SOURCES[number]} source
 * @returns {Promise<Map<string, string>>}
 */
export async function readDocuments({ folder, module: pattern }) {
  const files = (await readdir(fromRoot(folder))).filter((file) => pattern.test(file)).sort();
  /** @type {Map<string, string>} */
  const documents = new Map();
  for (const file of files) {
    /** @type {{ module: Record<string, unknown> }} */
    const { module } = await runnerImport(fromRoot(join(folder, file)), {
      configFile: false,
      logLevel: 'error',
    });
    for (const [name, exported] of Object.entries(module)) {
      const text = documentOf(exported);
      if (text === null) continue;
      const typeName = typeNameOf(name);
      if (documents.has(typeName)) throw new Error(`${folder} exports two documents called ${name}`);
      documents.set(typeName, text);
    }
  }
  return documents;
}
