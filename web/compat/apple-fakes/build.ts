import { fileURLToPath } from 'node:url';
import { bundle } from '../lib/bundle.js';

/** The published fakes of Apple Pay that have a test buyer here. */
export type Fake = 'polyfill' | 'stubs';

/** Bundles a fake and its buyer into a script that defines Apple's globals. */
export const buildFake = (fake: Fake): Promise<string> =>
  bundle(fileURLToPath(new URL(`${fake}.ts`, import.meta.url)));
