/** The list is web/build/lib/chunks.mjs; the build fails where the two disagree. */
type ChunkName =
  'ui' | 'press' | 'wallet' | 'sheet' | 'delivery' | 'subscription' | 'apple-pay' | 'google-pay' | 'paypal';

/** Put in by the build: what the entry loads later, relative to it. */
declare const __CHUNKS__: Readonly<Record<ChunkName, string>>;

/** Put in by the build, for what is fetched ahead: an import itself has no word for a hash. */
declare const __UI_INTEGRITY__: string;
