import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Delivery from '../../embed/elements/delivery.ts';
import type * as Press from '../../embed/elements/press.ts';
import type * as Wallet from '../../embed/elements/wallet.ts';
import type * as Sheet from '../../embed/flows/sheet/index.ts';
import { MANIFEST } from './manifest.ts';

/** The chunks that these tests load, and what each exports. The entry exports nothing: it defines the elements. */
interface Chunks {
  readonly entry: object;
  readonly press: typeof Press;
  readonly wallet: typeof Wallet;
  readonly sheet: typeof Sheet;
  readonly delivery: typeof Delivery;
}

/** The URL of a chunk's file: the one place that knows how the manifest names chunks. */
function chunkUrl(name: keyof Chunks): string {
  const { embed } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    readonly embed: Readonly<Partial<Record<string, string>>>;
  };
  const url = embed[name];
  if (url === undefined) throw new Error(`The manifest names no chunk ${name}`);
  return pathToFileURL(join(dirname(MANIFEST), url)).href;
}

/** Runs a chunk as it ships. Node itself resolves what it imports, from the disk; a chunk runs once per test file. */
export const loadChunk = <Name extends keyof Chunks>(name: Name): Promise<Chunks[Name]> =>
  import(/* @vite-ignore */ chunkUrl(name)) as Promise<Chunks[Name]>;
