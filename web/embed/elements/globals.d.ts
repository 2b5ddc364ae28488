interface Chunk {
  /** Relative to the entry. */
  readonly file: string;
  readonly integrity: string;
}

/** Put in by the build: what the entry loads later. */
declare const __CHUNKS__: { readonly press: Chunk; readonly ui: Chunk };
