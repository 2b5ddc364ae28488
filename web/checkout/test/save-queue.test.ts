// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SaveQueue } from '../src/flow/save-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A save that ends when the test says so, and as it says. */
function manual(): {
  readonly started: string[];
  readonly finish: (isSaved?: boolean) => Promise<void>;
  readonly save: (key: string) => Promise<boolean>;
} {
  const started: string[] = [];
  const waiting: ((isSaved: boolean) => void)[] = [];
  return {
    started,
    finish: async (isSaved = true) => {
      waiting.shift()?.(isSaved);
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
      return Promise.resolve(true);
    }, 300);
    const run = queue.flush();
    void Promise.resolve().then(() => {
      queue.markNow('late');
    });
    await run;
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(['late']);
  });

  it('saves what could not be saved again with the next mark, and not before', async () => {
    const { started, finish, save } = manual();
    const queue = new SaveQueue(save, 300);
    queue.markNow('contact');
    await finish(false);
    expect(queue.unsaved).toBe(true);
    expect(queue.waiting).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(started).toEqual(['contact']);
    queue.markNow('address');
    await finish();
    await finish();
    expect(started).toEqual(['contact', 'contact', 'address']);
    expect(queue.unsaved).toBe(false);
  });

  it('keeps what it leaves to somebody else until that has saved it', async () => {
    const { started, finish, save } = manual();
    const queue = new SaveQueue(save, 300);
    queue.mark('contact');
    queue.leave(['contact', 'address']);
    await queue.flush();
    expect(started).toEqual([]);
    queue.markNow('note');
    expect(started).toEqual(['contact']);
    await finish();
    await finish();
    expect(started).toEqual(['contact', 'note']);
    queue.mark('contact');
    queue.leave(['contact', 'address']);
    queue.saved(['contact', 'address']);
    queue.markNow('note');
    await finish();
    expect(started).toEqual(['contact', 'note', 'note']);
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
