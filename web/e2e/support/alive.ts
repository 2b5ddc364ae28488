import type { CDPSession, Page } from '@playwright/test';

/** Counts the page's objects that survive garbage collection. */
export async function alive(session: CDPSession): Promise<{ nodes: number; listeners: number }> {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { nodes, listeners: jsEventListeners };
}

/** Pending timers and active observers. */
export interface ActivityCount {
  readonly timers: number;
  readonly observers: number;
}

type CountingWindow = Window & { readonly running: () => ActivityCount };

/** Counts from the next page load on, without changing the page's behaviour. */
export async function countRunning(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timers = new Set<number>();
    const observers = new Set<object>();
    const set = window.setTimeout.bind(window);
    const clear = window.clearTimeout.bind(window);
    const every = window.setInterval.bind(window);
    const stop = window.clearInterval.bind(window);
    const page = window as unknown as Record<string, unknown>;
    page['setTimeout'] = (handler: TimerHandler, delay?: number, ...more: unknown[]): number => {
      const timer = set(
        (...values: unknown[]) => {
          timers.delete(timer);
          if (typeof handler === 'function') (handler as (...values: unknown[]) => void)(...values);
        },
        delay,
        ...more,
      );
      timers.add(timer);
      return timer;
    };
    page['setInterval'] = (handler: TimerHandler, delay?: number, ...more: unknown[]): number => {
      const timer = every(handler, delay, ...more);
      timers.add(timer);
      return timer;
    };
    for (const [name, end] of [
      ['clearTimeout', clear],
      ['clearInterval', stop],
    ] as const)
      page[name] = (timer?: number): void => {
        if (timer !== undefined) timers.delete(timer);
        end(timer);
      };
    for (const { prototype } of [
      MutationObserver,
      ResizeObserver,
      IntersectionObserver,
      PerformanceObserver,
    ] as { prototype: { observe: (...options: unknown[]) => void; disconnect: () => void } }[]) {
      const { observe, disconnect } = prototype;
      prototype.observe = function (...options) {
        observers.add(this);
        observe.apply(this, options);
      };
      prototype.disconnect = function () {
        observers.delete(this);
        disconnect.apply(this);
      };
    }
    page['running'] = (): ActivityCount => ({ timers: timers.size, observers: observers.size });
  });
}

/** The current counts. */
export const running = (page: Page): Promise<ActivityCount> =>
  page.evaluate(() => (window as unknown as CountingWindow).running());
