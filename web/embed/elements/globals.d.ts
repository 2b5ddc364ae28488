/** Defined by the build: the files that the checkout loads, relative to the entry. */
declare const __CHECKOUT__: readonly string[];
