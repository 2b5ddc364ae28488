import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SDK_LOAD_RETRY_WAIT_MS } from '../constants.ts';
import { loadSdk } from './load-sdk.ts';

let count = 0;
/** An address that no other test has loaded. */
const freshUrl = () => `https://pay.google.com/${String((count += 1))}.js`;

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script')];
const never = () => new AbortController().signal;
const tick = () => vi.advanceTimersByTimeAsync(0);

/** Ends the attempt that is under way. */
async function settle(event: 'load' | 'error') {
  scripts().at(-1)?.dispatchEvent(new Event(event));
  await tick();
}

const outcome = (promise: Promise<void>) => {
  const seen: { settled?: 'loaded' | Error } = {};
  promise.then(
    () => (seen.settled = 'loaded'),
    (error: unknown) => (seen.settled = error as Error),
  );
  return seen;
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('loadSdk', () => {
  it('[7.24] loads from the address it is given, without CORS', async () => {
    const url = freshUrl();
    const seen = outcome(loadSdk(url, never()));
    expect(scripts().map(({ src, crossOrigin }) => [src, crossOrigin])).toEqual([[url, null]]);
    await settle('load');
    expect(seen.settled).toBe('loaded');
    expect(scripts()).toHaveLength(1);
  });

  it('[7.14] loads once for everybody, then and later', async () => {
    const url = freshUrl();
    const all = [outcome(loadSdk(url, never())), outcome(loadSdk(url, never()))];
    expect(scripts()).toHaveLength(1);
    await settle('load');
    await loadSdk(url, never());
    expect(all.map(({ settled }) => settled)).toEqual(['loaded', 'loaded']);
    expect(scripts()).toHaveLength(1);
  });

  it.each([1, 2, 3])('[7.14] loads at retry %i', async (retry) => {
    const seen = outcome(loadSdk(freshUrl(), never()));
    for (let failed = 0; failed < retry; failed += 1) {
      await settle('error');
      expect(scripts()).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(SDK_LOAD_RETRY_WAIT_MS - 1);
      expect(scripts()).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(1);
      expect(scripts()).toHaveLength(1);
    }
    await settle('load');
    expect(seen.settled).toBe('loaded');
  });

  it('[7.14] gives up after the third retry, removes its script element and starts again when called again', async () => {
    const url = freshUrl();
    const seen = outcome(loadSdk(url, never()));
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(seen.settled).toBeUndefined();
      await settle('error');
      if (attempt < 3) await vi.advanceTimersByTimeAsync(SDK_LOAD_RETRY_WAIT_MS);
    }
    expect(seen.settled).toBeInstanceOf(Error);
    expect(scripts()).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
    const again = outcome(loadSdk(url, never()));
    await settle('load');
    expect(again.settled).toBe('loaded');
  });

  it('rejects at once when aborted, and removes the script once no caller waits for it', async () => {
    const url = freshUrl();
    const [first, second] = [new AbortController(), new AbortController()];
    const all = [outcome(loadSdk(url, first.signal)), outcome(loadSdk(url, second.signal))];
    first.abort(new Error('first'));
    await tick();
    expect(all.map(({ settled }) => settled)).toEqual([new Error('first'), undefined]);
    expect(scripts()).toHaveLength(1);
    second.abort(new Error('second'));
    await tick();
    expect(all[1]?.settled).toEqual(new Error('second'));
    expect(scripts()).toHaveLength(0);
    const again = outcome(loadSdk(url, never()));
    await settle('load');
    expect(again.settled).toBe('loaded');
  });

  it('leaves no timer when aborted between two attempts', async () => {
    const controller = new AbortController();
    const seen = outcome(loadSdk(freshUrl(), controller.signal));
    await settle('error');
    expect(vi.getTimerCount()).toBe(1);
    controller.abort(new Error('over'));
    await tick();
    expect(seen.settled).toEqual(new Error('over'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts nothing for a signal that is aborted already', async () => {
    await expect(loadSdk(freshUrl(), AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
    expect(scripts()).toHaveLength(0);
  });

  it('[7.24] refuses an unsafe address without trying again', async () => {
    await expect(loadSdk('http://sdk.test/pay.js', never())).rejects.toThrow(TypeError);
    expect(vi.getTimerCount()).toBe(0);
  });
});
