import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Press from '../../embed/elements/chunks/press.ts';
import type * as Wallet from '../../embed/elements/chunks/wallet.ts';
import type * as Rates from '../../embed/flows/rates/index.ts';
import type { CreateWalletAdapter } from '../../embed/wallets/protocol.ts';
import { MANIFEST } from './manifest.ts';

interface AdapterChunk {
  readonly createAdapter: CreateWalletAdapter;
}

/** The chunks that these tests load, and their exports. The entry exports nothing: it defines the elements. */
interface Chunks {
  readonly entry: object;
  readonly press: typeof Press;
  readonly wallet: typeof Wallet;
  readonly rates: typeof Rates;
  readonly 'amazon-pay': AdapterChunk;
  readonly 'apple-pay': AdapterChunk;
  readonly 'google-pay': AdapterChunk;
  readonly 'meta-pay': AdapterChunk;
  readonly paypal: AdapterChunk;
}

/** The URL of a chunk's file. Only this code knows how the manifest names chunks. */
function chunkUrl(name: keyof Chunks): string {
  const { embed } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    readonly embed: {
      readonly entry: string;
      /** The files of each chunk: its own, then those that it imports. */
      readonly chunks: Readonly<Partial<Record<string, readonly string[]>>>;
    };
  };
  const url = name === 'entry' ? embed.entry : embed.chunks[name]?.[0];
  if (url === undefined) throw new Error(`The manifest names no chunk ${name}`);
  return pathToFileURL(join(dirname(MANIFEST), url)).href;
}

/** Runs a built chunk. Node resolves its imports from the disk. A chunk runs once per test file. */
export const loadChunk = <Name extends keyof Chunks>(name: Name): Promise<Chunks[Name]> =>
  import(/* @vite-ignore */ chunkUrl(name)) as Promise<Chunks[Name]>;
