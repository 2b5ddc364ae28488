/** What was begun, unless it is aborted first: then it rejects at once, whatever becomes of what was begun. */
export function abortable<T>(begun: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    const settled = (): void => {
      signal.removeEventListener('abort', abort);
    };
    begun.then(resolve, reject).finally(settled);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}

/** Waits, unless aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await abortable(waited, signal);
  } finally {
    clearTimeout(timer);
  }
}
