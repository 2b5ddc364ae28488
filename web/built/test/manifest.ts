import { join } from 'node:path';

/** The manifest with the names of the built chunks. */
export const MANIFEST = join(import.meta.dirname, '../../dist/manifest.json');
