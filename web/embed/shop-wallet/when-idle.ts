/** Not in the table: how long a busy page may delay what waits for a quiet moment. */
const PATIENCE_MS = 2000;

/** Calls back when the page has nothing else to do, unless the signal aborts first. */
export function whenIdle(then: () => void, signal: AbortSignal): void {
  if (!('requestIdleCallback' in window)) {
    // Safari has no such moment.
    const timer = setTimeout(then);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
    });
    return;
  }
  const call = requestIdleCallback(then, { timeout: PATIENCE_MS });
  signal.addEventListener('abort', () => {
    cancelIdleCallback(call);
  });
}
