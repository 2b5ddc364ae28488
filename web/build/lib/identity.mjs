import { parseAst } from 'rolldown/parseAst';

/** @typedef {Pick<import('./graph.mjs').BuiltChunk, 'fileName' | 'modules'>} Chunk */

/** Constructors of objects with state. */
const STORES = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'AbortController', 'EventTarget']);

/** @typedef {ReturnType<typeof parseAst>['body'][number]} Statement */

/** Whether a top-level statement creates a class or a state. @param {Statement} statement */
function holdsState(statement) {
  const inner =
    statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
      ? statement.declaration
      : statement;
  if (inner?.type === 'ClassDeclaration') return true;
  if (inner?.type !== 'VariableDeclaration') return false;
  return (
    inner.kind !== 'const' ||
    inner.declarations.some(
      ({ init }) =>
        init?.type === 'ClassExpression' ||
        (init?.type === 'NewExpression' && init.callee.type === 'Identifier' && STORES.has(init.callee.name)),
    )
  );
}

/** Whether a module holds a class or a state. @param {string} code @param {string} file */
export const hasIdentity = (code, file) =>
  parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body.some(holdsState);

/**
 * Throws if two chunks of a page contain the same class or state: `instanceof` would fail between them, and each chunk would
 * have its own copy of the state.
 * @param {readonly Chunk[]} chunks
 * @param {(module: string) => string} sourceOf
 */
export function assertNothingTwice(chunks, sourceOf) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { fileName, modules } of chunks)
    for (const module of modules) found.set(module, [...(found.get(module) ?? []), fileName]);
  const faults = [...found]
    .filter(([module, files]) => files.length > 1 && hasIdentity(sourceOf(module), module))
    .map(
      ([module, files]) =>
        `${module} holds a class or a state and stands in ${files.join(' and ')}: split it, or share it`,
    );
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
