import { vi } from 'vitest';

// Before any test fakes it.
const immediately = globalThis.setImmediate;

/** How many turns of the event loop reading an answer takes at most, with room. */
const TURNS = 4;

/** Time passes only as a test says; what the flows warn of is not printed. */
export function stopTime(): void {
  vi.useFakeTimers();
  for (const method of ['warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
}

export function restartTime(): void {
  vi.useRealTimers();
}

/** Lets everything run that waits for no timer: answers are read by streams, not by microtasks alone. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => immediately(resolve));
}

/**
 * Lets time pass until a promise settles, timer by timer, and answers with its value and the milliseconds that passed.
 * Throws where nothing is left that could settle it.
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

/** Lets this much time pass. */
export async function pass(milliseconds: number): Promise<void> {
  await flush();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await flush();
}

/** Lets time pass until something is so. Throws where nothing is left that could make it so. */
export async function until(isSo: () => boolean): Promise<void> {
  await flush();
  while (!isSo()) {
    if (vi.getTimerCount() === 0) throw new Error('Nothing is left that could make it so');
    await vi.advanceTimersToNextTimerAsync();
    await flush();
  }
}
