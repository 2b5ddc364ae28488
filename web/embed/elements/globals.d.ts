/** Put in by the build: what the checkout will load, relative to the entry. */
declare const __CHECKOUT__: readonly string[];
