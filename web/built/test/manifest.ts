import { join } from 'node:path';

/** Says under which names the build wrote its chunks. */
export const MANIFEST = join(import.meta.dirname, '../../dist/manifest.json');
