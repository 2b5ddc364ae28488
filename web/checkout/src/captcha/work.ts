import type { CaptchaChallenge } from '../api/model.ts';
import type { pause } from '../../../base/wait.ts';
import { createHasher, type Hasher } from './sha256.ts';

/** Numbers tried before the page may draw and answer again. */
const BATCH = 2_000;
/** How many times the expected work is done before giving up; all but one device in a billion is done by then. */
const PATIENCE = 24;
/** Milliseconds after which the shopper gets a question instead. */
const DEADLINE = 20_000;

/** The dependencies of the search. */
export interface Clock {
  readonly now: () => number;
  readonly wait: typeof pause;
}

/**
 * Finds the number that solves a challenge; null if this device is too slow.
 *
 * Works in batches, so that the page stays alive, and ends with the signal.
 */
export async function work(
  { challenge, difficulty }: CaptchaChallenge,
  { now, wait }: Clock,
  signal: AbortSignal,
): Promise<string | null> {
  const hasher = createHasher();
  const until = now() + DEADLINE;
  const most = PATIENCE * 2 ** difficulty;
  for (let first = 0; first < most && now() < until; first += BATCH) {
    const found = search(hasher, challenge, difficulty, first);
    if (found !== null) return found;
    await wait(0, signal);
  }
  return null;
}

function search(hasher: Hasher, challenge: string, difficulty: number, first: number): string | null {
  const encoder = new TextEncoder();
  for (let number = first; number < first + BATCH; number += 1) {
    const digest = hasher(encoder.encode(`${challenge}:${String(number)}`));
    if (zeros(digest) >= difficulty) return String(number);
  }
  return null;
}

/** The leading zero bits of a digest, up to 32. No challenge needs more. */
const zeros = (digest: Uint32Array): number => Math.clz32(digest[0] ?? 0);
