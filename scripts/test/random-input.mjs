// How a failure shows that the test's input is random: it names the seed (fast-check and our own tests do), or proptest says
// what it has found or given up. Such a test is not tried again, for with another seed it would most likely pass, and hide
// a fault that is real but rare.

/** Matches such a failure's text. */
export const RANDOM_INPUT = /\bseed\W{1,3}\d|minimal failing input|Test aborted:/i;

/** Matches an error's message that shows no random input, as a pattern for Vitest's --retry.condition. */
export const NO_RANDOM_INPUT = `^(?![\\s\\S]*(?:${RANDOM_INPUT.source}))`;
