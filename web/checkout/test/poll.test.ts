// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { pause } from '../../base/wait.ts';
import { apiFailure } from '../src/api/failure.ts';
import type { AttemptResult } from '../src/api/model.ts';
import { type AttemptEnd, pollAttempt } from '../src/flow/poll.ts';
import type { PollProgress } from '../src/flow/state.ts';

type Step = AttemptResult | null | Error;

async function poll(steps: readonly Step[]): Promise<{
  end: AttemptEnd;
  waits: number[];
  progress: PollProgress[];
}> {
  const waits: number[] = [];
  const progress: PollProgress[] = [];
  let asked = 0;
  const end = await pollAttempt({
    ask: () => {
      const step = steps[asked];
      asked += 1;
      if (step === undefined) throw new Error('asked too often');
      return step instanceof Error ? Promise.reject(step) : Promise.resolve(step);
    },
    onProgress: (each) => progress.push(each),
    signal: new AbortController().signal,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  return { end, waits, progress };
}

const processing = (pollDelay: number): AttemptResult => ({ kind: 'processing', pollDelay });
const success: AttemptResult = { kind: 'success', orderUrl: 'https://shop.example/order' };

describe('polling an attempt', () => {
  it('waits as long as the server says, within bounds, until there is an outcome', async () => {
    const { end, waits } = await poll([processing(500), processing(1), processing(90_000), success]);
    expect(end).toEqual(success);
    expect(waits).toEqual([500, 300, 10_000]);
  });

  it.each<Exclude<AttemptResult, { kind: 'processing' }>>([
    { kind: 'failed', errors: [{ code: 'PAYMENT_CARD_DECLINED', message: null }] },
    { kind: 'action_required', redirectUrl: 'https://bank.example/challenge' },
    // A person decides, which may take days: asking on would tell nothing.
    { kind: 'in_review' },
  ])('ends with $kind', async (result) => {
    expect((await poll([result])).end).toEqual(result);
  });

  it('asks on while the server cannot be reached, and says so', async () => {
    const lost = apiFailure('network', 'lost');
    const broken = apiFailure('server', 'status 500');
    const { end, progress } = await poll([processing(500), lost, broken, processing(500), success]);
    expect(end).toEqual(success);
    expect(progress).toEqual(['polling', 'unreachable', 'unreachable', 'polling']);
  });

  it('says when it takes long', async () => {
    const { progress } = await poll([...Array.from({ length: 25 }, () => processing(500)), success]);
    expect(progress.at(0)).toBe('polling');
    expect(progress.at(-1)).toBe('slow');
  });

  it('ends when the server knows no such attempt', async () => {
    expect((await poll([null])).end).toEqual({ kind: 'unknown' });
  });

  it('stops at once when it is aborted', async () => {
    const controller = new AbortController();
    const polling = pollAttempt({
      ask: () => {
        controller.abort();
        return Promise.resolve(processing(60_000));
      },
      onProgress: () => undefined,
      signal: controller.signal,
      wait: pause,
    });
    await expect(polling).rejects.toThrow();
  });
});
