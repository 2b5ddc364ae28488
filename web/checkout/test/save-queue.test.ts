// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SaveQueue } from '../src/flow/save-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A save that ends when the test says so. */
function manual(): {
  readonly started: string[];
  readonly finish: () => Promise<void>;
  readonly save: (key: string) => Promise<void>;
} {
  const started: string[] = [];
  const waiting: (() => void)[] = [];
  return {
    started,
    finish: async () => {
      waiting.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
    save: (key) => {
      started.push(key);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

describe('the queue of saves', () => {
  it('saves once for many marks in quick succession', async () => {
    const { started, save } = manual();
    const queue = new SaveQueue(save, 300);
    queue.mark('address');
    await vi.advanceTimersByTimeAsync(299);
    queue.mark('address');
    await vi.advanceTimersByTimeAsync(299);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['address']);
  });

  it('runs one save at a time, in the order of the last marks', async () => {
    const { started, finish, save } = manual();
    const queue = new SaveQueue(save, 300);
    queue.markNow('contact');
    queue.markNow('address');
    queue.markNow('delivery');
    queue.markNow('address');
    expect(started).toEqual(['contact']);
    await finish();
    expect(started).toEqual(['contact', 'delivery']);
    await finish();
    expect(started).toEqual(['contact', 'delivery', 'address']);
  });

  it('saves again what changed while it was being saved: the last word wins', async () => {
    const { started, finish, save } = manual();
    const queue = new SaveQueue(save, 300);
    queue.markNow('address');
    queue.markNow('address');
    await finish();
    expect(started).toEqual(['address', 'address']);
    await finish();
    expect(queue.waiting).toBe(false);
  });

  it('flush does not wait for the delay and ends when everything is saved', async () => {
    const { started, finish, save } = manual();
    const queue = new SaveQueue(save, 300);
    queue.mark('contact');
    let flushed = false;
    void queue.flush().then(() => {
      flushed = true;
    });
    expect(started).toEqual(['contact']);
    expect(flushed).toBe(false);
    await finish();
    expect(flushed).toBe(true);
  });

  it('saves what is marked at the very end of a run', async () => {
    const started: string[] = [];
    const queue = new SaveQueue<string>((key) => {
      started.push(key);
      return Promise.resolve();
    }, 300);
    const run = queue.flush();
    void Promise.resolve().then(() => {
      queue.markNow('late');
    });
    await run;
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(['late']);
  });

  it('stops for good when it is disposed of, and aborts what is under way', async () => {
    const signals: AbortSignal[] = [];
    const queue = new SaveQueue<string>((_key, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new DOMException('', 'AbortError'));
        });
      });
    }, 300);
    queue.markNow('contact');
    queue.mark('address');
    queue.dispose();
    queue.mark('note');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
  });
});
