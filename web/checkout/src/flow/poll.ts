import type { pause } from '../../../base/wait.ts';
import type { AttemptResult } from '../api/model.ts';
import { isApiFailure } from '../api/failure.ts';
import type { PollProgress } from './state.ts';

/** The outcome of an attempt, or the action that the buyer must perform to continue. */
export type AttemptEnd = Exclude<AttemptResult, { kind: 'processing' }> | { readonly kind: 'unknown' };

export interface PollOptions {
  /** Fetches the attempt once; null if the server does not know it. */
  readonly ask: (signal: AbortSignal) => Promise<AttemptResult | null>;
  readonly onProgress: (progress: PollProgress) => void;
  readonly signal: AbortSignal;
  readonly wait: typeof pause;
}

const SHORTEST = 300;
const LONGEST = 10_000;
/** After this many answers without an outcome the page says that the attempt is slow. */
const SLOW_AFTER = 20;
const UNREACHABLE_WAIT = 3_000;

/** Polls until the attempt has ended. Continues while the server is unreachable, because the outcome exists anyway. */
export async function pollAttempt(options: PollOptions): Promise<AttemptEnd> {
  for (let asked = 1; ; asked += 1) {
    const after = await askOnce(options, asked);
    if (typeof after !== 'number') return after;
    await options.wait(after, options.signal);
  }
}

async function askOnce(options: PollOptions, asked: number): Promise<AttemptEnd | number> {
  try {
    const result = await options.ask(options.signal);
    if (result === null) return { kind: 'unknown' };
    if (result.kind !== 'processing') return result;
    options.onProgress(asked < SLOW_AFTER ? 'polling' : 'slow');
    return Math.min(Math.max(result.pollDelay, SHORTEST), LONGEST);
  } catch (failure) {
    if (options.signal.aborted || !isApiFailure(failure)) throw failure;
    options.onProgress('unreachable');
    return UNREACHABLE_WAIT;
  }
}
