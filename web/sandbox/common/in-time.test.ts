import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTime } from './in-time.ts';

const never = new Promise<string>(() => undefined);
const signal = (): AbortSignal => new AbortController().signal;

describe('inTime', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('settles like the promise, and leaves no timer', async () => {
    await expect(inTime(Promise.resolve('yes'), 100, signal())).resolves.toBe('yes');
    const refused = new Error('no');
    await expect(inTime(Promise.reject(refused), 100, signal())).rejects.toBe(refused);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects at the deadline, and not before', async () => {
    const heard = vi.fn();
    inTime(never, 100, signal()).catch(heard);
    await vi.advanceTimersByTimeAsync(99);
    expect(heard).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toHaveBeenCalledOnce();
  });

  it('rejects when the signal aborts, also before it began, and leaves no timer', async () => {
    const over = new AbortController();
    const waiting = inTime(never, 100, over.signal);
    over.abort();
    await expect(waiting).rejects.toThrow('no answer');
    await expect(inTime(never, 100, over.signal)).rejects.toThrow('no answer');
    expect(vi.getTimerCount()).toBe(0);
  });
});
