// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abortable, pause } from './wait.ts';

const left = new Error('left');

describe('abortable', () => {
  it('settles as the promise does, and listens no longer', async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
    await vi.waitFor(() => {
      expect(removed).toHaveBeenCalledTimes(2);
    });
  });

  it('rejects with the reason of an abort, before or meanwhile', async () => {
    const never = new Promise<never>(() => undefined);
    await expect(abortable(never, AbortSignal.abort(left))).rejects.toBe(left);
    const controller = new AbortController();
    const waiting = abortable(never, controller.signal);
    controller.abort(left);
    await expect(waiting).rejects.toBe(left);
  });

  it('leaves no rejection unhandled where the promise fails after the abort', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const failing = new Promise<never>((_, reject) => {
      fail = reject;
    });
    await expect(abortable(failing, AbortSignal.abort(left))).rejects.toBe(left);
    fail(new Error('late'));
    // The test runner reports a rejection that nobody handles.
    await new Promise((resolve) => setTimeout(resolve, 1));
  });
});

describe('pause', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits as long as it is told', async () => {
    const over = vi.fn();
    const waited = pause(100, new AbortController().signal).then(over);
    await vi.advanceTimersByTimeAsync(99);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waited;
    expect(over).toHaveBeenCalledOnce();
  });

  it('is over at once when aborted, and leaves no timer behind', async () => {
    const controller = new AbortController();
    const refused = expect(pause(100, controller.signal)).rejects.toBe(left);
    controller.abort(left);
    await refused;
    expect(vi.getTimerCount()).toBe(0);
    await expect(pause(100, controller.signal)).rejects.toBe(left);
    expect(vi.getTimerCount()).toBe(0);
  });
});
