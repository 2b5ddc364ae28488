/** Waits, unless the signal ends the waiting first (then it rejects with the signal's reason). */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(abortReason(signal));
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** The reason of an abort, always as an Error. */
export function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError');
}

/** Milliseconds until a moment named by the server, kept within sensible bounds. */
export function untilMoment(iso: string, now: number): number {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return DEFAULT_WAIT;
  return Math.min(Math.max(moment - now, SHORTEST_WAIT), LONGEST_WAIT);
}

const DEFAULT_WAIT = 1_000;
const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 15_000;
