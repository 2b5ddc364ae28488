import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { generate } from './generate.mjs';
import { fromRoot, readDocuments, SOURCES } from './sources.mjs';

/**
 * `npm run graphql-types` writes the types of all GraphQL documents. With `--check` it writes nothing, and fails if a
 * document does not match the schema or a generated file is out of date.
 */
const checks = process.argv.includes('--check');

const schema = buildSchema(await readFile(fromRoot('crates/server/src/api_schema.graphql'), 'utf8'));

/** @param {typeof SOURCES[number]} source @returns {Promise<string[]>} faults */
async function refresh(source) {
  const path = join(source.folder, 'documents.types.ts');
  const written = await readFile(fromRoot(path), 'utf8').catch(() => '');
  const generated = await generate(schema, await readDocuments(source), fromRoot(path));
  if (written === generated) return [];
  if (checks) return [`${path} is stale: run \`npm run graphql-types\``];
  await writeFile(fromRoot(path), generated);
  return [];
}

try {
  const faults = (await Promise.all(SOURCES.map(refresh))).flat();
  if (faults.length > 0) throw new Error(faults.join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
