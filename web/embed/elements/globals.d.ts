/** Put in by the build: the lazily loaded chunk, relative to the entry, and its integrity. Absent in tests. */
declare const __UI_CHUNK__: { readonly file: string; readonly integrity: string } | undefined;
