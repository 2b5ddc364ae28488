import { vi } from 'vitest';

// The real timer, read before a test fakes it.
const immediately = globalThis.setImmediate;

/** Upper limit of the event loop turns that reading an answer takes, with a margin. */
const TURNS = 4;

/** Fakes the time, and silences the flows' warnings. */
export function stopTime(): void {
  vi.useFakeTimers();
  for (const method of ['warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
}

export function restartTime(): void {
  vi.useRealTimers();
}

/** Runs everything that waits for no timer. Microtasks do not suffice, because answers are streams. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => immediately(resolve));
}

/**
 * Advances the time, timer by timer, until a promise settles. Resolves to its value and the milliseconds that passed.
 * Throws if no timer is left that could settle it.
 */
export async function settled<T>(
  promise: Promise<T>,
): Promise<{ readonly value: T; readonly after: number }> {
  const began = Date.now();
  const passed: number[] = [];
  const watched = promise.finally(() => {
    passed.push(Date.now() - began);
  });
  watched.catch(() => undefined);
  await flush();
  for (;;) {
    const [after] = passed;
    if (after !== undefined) return { value: await watched, after };
    if (vi.getTimerCount() === 0) throw new Error('Nothing is left that could settle it');
    await vi.advanceTimersToNextTimerAsync();
    await flush();
  }
}

/** Advances the time by this many milliseconds. */
export async function pass(milliseconds: number): Promise<void> {
  await flush();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await flush();
}

/** Advances the time until a condition holds. Throws if no timer is left that could fulfil it. */
export async function until(isSo: () => boolean): Promise<void> {
  await flush();
  while (!isSo()) {
    if (vi.getTimerCount() === 0) throw new Error('Nothing is left that could make it so');
    await vi.advanceTimersToNextTimerAsync();
    await flush();
  }
}
