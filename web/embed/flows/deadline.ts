/** A signal that aborts with its parents or after a while, and the way to put its timer away. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly clear: () => void;
}

/** Why a step that took too long was aborted. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** Puts a deadline on everything that listens to the answer's signal. */
export function withDeadline(parent: AbortSignal, milliseconds: number): Deadline {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(parent.reason);
  };
  const timer = setTimeout(() => {
    controller.abort(new DeadlineError(`Nothing within ${milliseconds} ms`));
  }, milliseconds);
  parent.addEventListener('abort', abort, { once: true });
  if (parent.aborted) abort();
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      parent.removeEventListener('abort', abort);
    },
  };
}
