/** Longest wait for an idle moment, in milliseconds. */
const IDLE_DEADLINE_MS = 5000;

/** The delay that replaces the idle callback, which WebKit lacks. */
const WEBKIT_DELAY_MS = 1000;

/** Calls a function once the page is loaded and the browser is idle. */
export function whenIdle(run: () => void): void {
  const wait = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_DEADLINE_MS });
    else setTimeout(run, WEBKIT_DELAY_MS);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
