/** A signal that fires when the caller's does or when time is up; `release` drops the listener and the timer. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly expired: () => boolean;
  readonly release: () => void;
}

export function deadline(milliseconds: number, parent: AbortSignal): Deadline {
  const controller = new AbortController();
  let expired = false;
  const onParentAbort = (): void => {
    controller.abort(parent.reason);
  };
  if (parent.aborted) onParentAbort();
  else parent.addEventListener('abort', onParentAbort, { once: true });
  const timer = setTimeout(() => {
    expired = true;
    controller.abort(new DOMException('Deadline exceeded', 'TimeoutError'));
  }, milliseconds);
  return {
    signal: controller.signal,
    expired: () => expired,
    release: () => {
      clearTimeout(timer);
      parent.removeEventListener('abort', onParentAbort);
    },
  };
}
