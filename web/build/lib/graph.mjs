import { rolldown } from 'rolldown';

/** @typedef {{ fileName: string, name: string, code: string, imports: string[], modules: string[] }} BuiltChunk */

/** Options common to all bundles. @param {Record<string, string>} define */
const transform = (define) => ({
  target: 'es2022',
  jsx: /** @type {const} */ ({ runtime: 'automatic' }),
  define: { 'process.env.NODE_ENV': '"production"', ...define },
});

/**
 * Bundles entries and their dynamic imports into one graph: each module is in exactly one chunk.
 * @param {object} options
 * @param {Readonly<Record<string, string>>} options.entries name to file
 * @param {Readonly<Record<string, string>>} [options.later] their dynamic imports, name to file
 * @param {import('rolldown').Plugin[]} options.plugins
 * @param {(consumers: ReadonlySet<string>, module: string) => string} options.chunkOf
 *   names the chunk of a module, given the entries and dynamic imports that use it
 * @param {Record<string, string>} [options.define]
 * @returns {Promise<BuiltChunk[]>}
 */
export async function bundleGraph({ entries, later = {}, plugins, chunkOf, define = {} }) {
  const build = await rolldown({
    input: { ...entries, ...later },
    plugins,
    transform: transform(define),
    // Shared code may be exported by the chunk that contains it.
    preserveEntrySignatures: 'allow-extension',
    // Every chunk repeats the constants it uses: shorter than an export and an import.
    optimization: { inlineConst: { mode: 'all' } },
    checks: { pluginTimings: false },
  });
  /** @type {Map<string, Set<string>> | undefined} */
  let consumers;
  try {
    const { output } = await build.generate({
      format: 'es',
      minify: true,
      // Omit annotations for bundlers: nothing bundles these files again.
      comments: { legal: true, annotation: false, jsdoc: false },
      entryFileNames: '[name]-[hash:8].js',
      chunkFileNames: '[name]-[hash:8].js',
      hashCharacters: 'base36',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            debugName: 'chunks',
            name: (module, context) => {
              consumers ??= consumersOf(
                { ...entries, ...later },
                (id) => context.getModuleInfo(id)?.importedIds ?? [],
              );
              return chunkOf(consumers.get(module) ?? new Set(), module);
            },
          },
        ],
      },
    });
    return output.flatMap((file) => (file.type === 'chunk' ? [builtChunk(file)] : []));
  } finally {
    await build.close();
  }
}

/** @param {import('rolldown').OutputChunk} chunk @returns {BuiltChunk} */
const builtChunk = ({ fileName, name, code, imports, modules }) => ({
  fileName,
  name,
  code,
  imports,
  modules: Object.keys(modules),
});

/**
 * Which entries reach which modules by static imports.
 * @param {Readonly<Record<string, string>>} entries
 * @param {(id: string) => readonly string[]} importsOf
 */
export function consumersOf(entries, importsOf) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const [name, entry] of Object.entries(entries)) {
    const waiting = [entry];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const known = found.get(id) ?? new Set();
      if (known.has(name)) continue;
      found.set(id, known.add(name));
      waiting.push(...importsOf(id));
    }
  }
  return found;
}

/**
 * A chunk's file, then those that it imports.
 * @param {readonly BuiltChunk[]} chunks
 * @param {string} name
 */
export function filesOf(chunks, name) {
  const own = chunks.find((chunk) => chunk.name === name);
  if (own === undefined) throw new Error(`The build made no chunk "${name}"`);
  const files = new Set([own.fileName]);
  for (const file of files)
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      files.add(imported);
  return [...files];
}
