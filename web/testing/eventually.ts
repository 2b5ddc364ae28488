import { vi } from 'vitest';

/** Much longer than any condition takes: a busy machine needs a second just to read React from its disk. */
const PATIENCE_MS = 30_000;

/** Waits until the assertion passes. */
export const eventually = (expectation: () => void): Promise<void> => vi.waitFor(expectation, PATIENCE_MS);
