import { vi } from 'vitest';

/** Far longer than anything here takes: a busy machine needs a second only to read React from its disk. */
const PATIENCE_MS = 30_000;

/** Waits until what is expected is so. */
export const eventually = (expectation: () => void): Promise<void> => vi.waitFor(expectation, PATIENCE_MS);
