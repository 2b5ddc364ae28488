interface Chunk {
  /** Relative to the entry. */
  readonly file: string;
  readonly integrity: string;
}

/** The list is web/build/lib/chunks.mjs; the build fails where the two disagree. */
type ChunkName = 'ui' | 'press' | 'wallet' | 'sheet' | 'google-pay';

/** Put in by the build: what the entry loads later. */
declare const __CHUNKS__: Readonly<Record<ChunkName, Chunk>>;
