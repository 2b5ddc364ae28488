/** A controller that ends with its parent. */
export function childOf(parent: AbortSignal): AbortController {
  const child = new AbortController();
  if (parent.aborted) child.abort(parent.reason);
  else
    parent.addEventListener(
      'abort',
      () => {
        child.abort(parent.reason);
      },
      { signal: child.signal },
    );
  return child;
}
