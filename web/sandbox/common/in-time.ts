/** How long a sheet waits for the merchant, in milliseconds. */
export const MERCHANT_DEADLINE = 30_000;

/** Settles like the promise, but rejects after so many milliseconds, or when the signal aborts. */
export function inTime<Value>(
  promise: Promise<Value>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController();
    const giveUp = (): void => {
      settled.abort();
      reject(new Error('There was no answer in time'));
    };
    const late = setTimeout(giveUp, milliseconds);
    settled.signal.addEventListener('abort', () => {
      clearTimeout(late);
    });
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { signal: settled.signal });
    void promise.then(resolve, reject).finally(() => {
      settled.abort();
    });
  });
}
