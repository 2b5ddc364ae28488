import { fileURLToPath } from 'node:url';
import { bundle } from '../lib/bundle.js';

/** The published fakes of Apple Pay that a buyer here knows how to hold. */
export type Fake = 'polyfill' | 'stubs';

/** Bundles a fake with a buyer for browsers: defines Apple's globals. */
export const buildFake = (fake: Fake): Promise<string> =>
  bundle(fileURLToPath(new URL(`${fake}.ts`, import.meta.url)));
