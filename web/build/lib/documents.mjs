import { runnerImport } from 'vite';
import { fromRoot, readDocuments, SOURCES } from '../graphql/sources.mjs';

/** Every GraphQL document that the embed and the checkout send. The server keeps them prepared. */
export async function ownDocuments() {
  const exported = await Promise.all(SOURCES.map(readDocuments));
  const file = fromRoot('web/checkout/src/api/combined.ts');
  /** @type {{ module: typeof import('../../checkout/src/api/combined.ts') }} */
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' });
  const texts = [...exported.flatMap((documents) => [...documents.values()]), ...module.combinedDocuments()];
  return [...new Set(texts)];
}
