/** A signal that aborts with its parents or after a while, and the way to put its timer away. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly clear: () => void;
}

/** Whether a step was aborted because it took too long: what `AbortSignal.timeout` gives as its reason, too. */
export const isDeadlineError = (error: unknown): boolean =>
  (error as Partial<DOMException> | null | undefined)?.name === 'TimeoutError';

/** Puts a deadline on everything that listens to the answer's signal. */
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
