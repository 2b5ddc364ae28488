import { build } from 'vite';

/**
 * Builds one entry into one chunk and returns its code.
 * @param {string} root
 * @param {string} entry relative to the root
 * @param {import('vite').UserConfig & { format?: 'es' | 'iife' }} [config]
 * @returns {Promise<string>}
 */
export async function bundle(root, entry, { format = 'es', ...config } = {}) {
  const result = await build({
    ...config,
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: `${root}${entry}`,
        ...(format === 'es' && { preserveEntrySignatures: 'strict' }),
        output: { format, entryFileNames: '[name].js' },
      },
    },
  });
  const outputs = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  const [chunk, ...others] = outputs;
  if (chunk?.type !== 'chunk' || others.length > 0)
    throw new Error(
      `${entry} must become one chunk, not ${outputs.map(({ fileName }) => fileName).join(', ')}`,
    );
  return chunk.code;
}
