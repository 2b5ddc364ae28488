/** How long to wait for the merchant, in milliseconds. */
export const MERCHANT_DEADLINE = 30_000;

/** Settles like the promise, but rejects after the deadline. The signal ends the timer. */
export function inTime<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error('The merchant did not answer in time'));
    }, MERCHANT_DEADLINE);
    const clear = (): void => {
      clearTimeout(late);
    };
    signal.addEventListener('abort', clear, { once: true });
    promise.then(resolve, reject).finally(() => {
      clear();
      signal.removeEventListener('abort', clear);
    });
  });
}
