import { build, type PluginOption } from 'vite';

/** Bundles a page's script for browsers as an IIFE, which can be loaded in any way. */
export async function bundle(entry: string, plugins: PluginOption[] = []): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const outputs = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  for (const file of outputs) if (file.type === 'chunk' && file.isEntry) return file.code;
  throw new Error(`The bundle of ${entry} has no entry chunk`);
}
