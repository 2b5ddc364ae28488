// Recognises failures of tests with random input: fast-check and our own tests print the seed, proptest its finding or that it
// gave up. Such a test is not retried: with another seed it would probably pass and hide a real but rare fault.

/** Matches such a failure's text. */
export const RANDOM_INPUT = /\bseed\W{1,3}\d|minimal failing input|Test aborted:/i;

/** Matches messages that show no random input: the pattern of Vitest's --retry.condition. */
export const NO_RANDOM_INPUT = `^(?![\\s\\S]*(?:${RANDOM_INPUT.source}))`;
