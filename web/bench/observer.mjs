/**
 * What the observer has recorded of a page.
 * @typedef {{ at: number, duration: number }} LongTask
 * @typedef {{ at: number, value: number, moved: string[] }} Shift
 * @typedef {{ at: number, kind: string, duration: number, delay: number, processing: number }} Press
 * @typedef {{ longTasks: LongTask[], shifts: Shift[], presses: Press[], lcp: number, button: number | null, field: number | null }} Seen
 * `at`, `lcp`, `button` and `field` are milliseconds since the page's time origin.
 */

/**
 * Runs in every page before the page's own scripts. It records long tasks, layout shifts, presses, the largest paint, when a
 * wallet's button can be pressed and when the first field accepts typing.
 */
export function observePage() {
  /** @type {Seen} */
  const seen = { longTasks: [], shifts: [], presses: [], lcp: 0, button: null, field: null };
  Object.assign(globalThis, { benchSeen: seen });

  /**
   * @param {string} type
   * @param {(entry: any) => void} take
   * @param {object} [options]
   */
  const observe = (type, take, options = {}) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    });
    observer.observe({ type, buffered: true, ...options });
  };
  observe('longtask', ({ startTime, duration }) => {
    seen.longTasks.push({ at: startTime, duration });
  });
  observe('layout-shift', ({ startTime, value, sources }) => {
    const moved = sources.map(
      (/** @type {{ node: Element | null }} */ { node }) => `${node?.nodeName}.${node?.className}`,
    );
    seen.shifts.push({ at: startTime, value, moved });
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe(
    'event',
    ({ name, startTime, duration, interactionId, processingStart, processingEnd }) => {
      if (interactionId === 0) return;
      const [delay, processing] = [processingStart - startTime, processingEnd - processingStart];
      seen.presses.push({ at: startTime, kind: name, duration, delay, processing });
    },
    { durationThreshold: 16 },
  );

  const isButtonReady = () => {
    const button = document.querySelector('pay-wallet-button')?.shadowRoot?.querySelector('button');
    return button instanceof HTMLButtonElement && !button.disabled && button.offsetParent !== null;
  };
  const isFieldReady = () => {
    const field = document.querySelector('input[type="email"]');
    return (
      field instanceof HTMLInputElement && !field.disabled && !field.readOnly && field.offsetParent !== null
    );
  };
  const look = () => {
    if (seen.button === null && isButtonReady()) seen.button = performance.now();
    if (seen.field === null && isFieldReady()) seen.field = performance.now();
    if (seen.button === null || seen.field === null) requestAnimationFrame(look);
  };
  look();
}

/**
 * Reads what the observer has recorded so far.
 * @param {import('@playwright/test').Page} page
 */
export const seenIn = (page) =>
  page.evaluate(() => {
    const { benchSeen } = /** @type {typeof globalThis & { benchSeen: Seen }} */ (globalThis);
    return { ...benchSeen, timeOrigin: performance.timeOrigin };
  });
