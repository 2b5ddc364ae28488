// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isDeadlineError, withDeadline } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('aborts when the time is up, as the platform does', () => {
  const { signal } = withDeadline(new AbortController().signal, 100);
  vi.advanceTimersByTime(99);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isDeadlineError(signal.reason)).toBe(true);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('aborts with its parent, and for its reason', () => {
  const parent = new AbortController();
  const { signal } = withDeadline(parent.signal, 100);
  parent.abort(new Error('left'));
  expect(signal.reason).toEqual(new Error('left'));
  expect(isDeadlineError(signal.reason)).toBe(false);
});

it('is aborted at once by a parent that is', () => {
  const { signal } = withDeadline(AbortSignal.abort(new Error('left')), 100);
  expect(signal.reason).toEqual(new Error('left'));
});

it('leaves neither a timer nor a listener behind once it is cleared', () => {
  const parent = new AbortController();
  const removed = vi.spyOn(parent.signal, 'removeEventListener');
  const { signal, clear } = withDeadline(parent.signal, 100);
  clear();
  expect(vi.getTimerCount()).toBe(0);
  expect(removed).toHaveBeenCalledWith('abort', expect.any(Function));
  parent.abort();
  expect(signal.aborted).toBe(false);
});
