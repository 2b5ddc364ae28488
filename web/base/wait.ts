/** Settles like the promise, unless the signal aborts first: then it rejects at once with the abort's reason. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    // A signal aborts once only.
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}

/** Waits, unless the signal aborts first: then it rejects at once with the abort's reason. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return abortable(waited, signal).finally(() => {
    clearTimeout(timer);
  });
}
