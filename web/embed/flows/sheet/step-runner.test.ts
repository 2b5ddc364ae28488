// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStepRunner } from './step-runner.ts';

type End = 'ended' | 'caught';

/** A runner whose end can be told. */
const setUp = () => {
  const ending = new AbortController();
  let reply: End | null = null;
  const step = createStepRunner<End>({
    signal: ending.signal,
    end: () => reply,
    caught: () => reply ?? 'caught',
  });
  /** The answer of the flow is known, but its sheet is still open. */
  const decide = () => {
    reply = 'ended';
  };
  const end = () => {
    decide();
    ending.abort();
  };
  return { step, decide, end };
};

describe('the steps of a sheet', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(['decide', 'end'] as const)('[4.15] no step begins after the end: %s', async (how) => {
    const { step, ...flow } = setUp();
    const work = vi.fn(() => Promise.resolve('done'));
    flow[how]();
    expect(await step(1_000, work)).toBe('ended');
    expect(work).not.toHaveBeenCalled();
  });

  it('[4.15] the end aborts the running step, and those that wait for it never begin', async () => {
    const { step, end } = setUp();
    const aborted = vi.fn();
    const running = step(1_000, (signal) => {
      signal.addEventListener('abort', aborted);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    });
    const work = vi.fn(() => Promise.resolve('done'));
    const waiting = step(1_000, work);
    await vi.advanceTimersByTimeAsync(0);
    end();
    expect(await Promise.all([running, waiting])).toEqual(['ended', 'ended']);
    expect(aborted).toHaveBeenCalledOnce();
    expect(work).not.toHaveBeenCalled();
  });

  it('[4.10] one step after the other, in the order in which they were asked for', async () => {
    const { step } = setUp();
    const told: string[] = [];
    const slow = step(1_000, async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      told.push('slow');
      return 'slow';
    });
    const quick = step(1_000, () => {
      told.push('quick');
      return Promise.resolve('quick');
    });
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all([slow, quick])).toEqual(['slow', 'quick']);
    expect(told).toEqual(['slow', 'quick']);
  });

  it('[4.24] a step that is done leaves no deadline behind, however it ended', async () => {
    const { step } = setUp();
    expect(await step(1_000, () => Promise.resolve('done'))).toBe('done');
    expect(await step(1_000, () => Promise.reject(new Error('failed')))).toBe('caught');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[4.24] the time that a step waits counts towards its deadline', async () => {
    const { step } = setUp();
    const hanging = step(
      10_000,
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
          });
        }),
    );
    const work = vi.fn(() => Promise.resolve('done'));
    const waiting = step(1_000, work);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await waiting).toBe('caught');
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await hanging).toBe('caught');
  });
});
