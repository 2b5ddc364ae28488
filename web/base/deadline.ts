/** A signal that aborts with its parents or after a timeout, and a function that clears the timer. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly clear: () => void;
}

/** Whether a step was aborted by a deadline. `AbortSignal.timeout` aborts with the same kind of reason. */
export const isDeadlineError = (error: unknown): boolean =>
  (error as Partial<DOMException> | null | undefined)?.name === 'TimeoutError';

/** Creates a signal with a deadline. */
export function withDeadline(parent: AbortSignal, milliseconds: number): Deadline {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(parent.reason);
  };
  const timer = setTimeout(() => {
    controller.abort(new DOMException('Timeout', 'TimeoutError'));
  }, milliseconds);
  // A signal aborts once only.
  parent.addEventListener('abort', abort);
  if (parent.aborted) abort();
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      parent.removeEventListener('abort', abort);
    },
  };
}
