// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pause } from '../../base/wait.ts';
import type { OrderData } from '../src/bootstrap/data.ts';
import { finishedOrder, orderIn } from '../src/confirmation/finished-order.ts';

const downloads = { files: [], note: null, consent: null, confirmed: null };
const page = (isFinishing: boolean): OrderData =>
  ({ number: 1042, downloads: { ...downloads, isFinishing } }) as unknown as OrderData;
const finished = page(false);

/** Asks for these answers one after another, without waiting. */
async function looked(
  answers: readonly (OrderData | null | Error)[],
): Promise<{ order: OrderData | null; waits: number[] }> {
  const waits: number[] = [];
  let asked = 0;
  const order = await finishedOrder({
    ask: () => {
      const answer = answers[asked];
      asked += 1;
      if (answer === undefined) throw new Error('asked too often');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    signal: new AbortController().signal,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  return { order, waits };
}

describe('the order in a page', () => {
  const html = (data: string): string =>
    `<p>x</p><script type="application/json" id="checkout-data">${data}</script><script src="/a.js"></script>`;

  it('[B.12] is read from the data that the server wrote', () => {
    expect(orderIn(html('{"order":null}'))).toBeNull();
    expect(() => orderIn(html('{"order":{"number":"x"}}'))).toThrow();
    expect(orderIn('<p>Kdo se ptá?</p>')).toBeNull();
  });
});

describe('looking for an order whose payment is being finished', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('[B.12] looks again after growing pauses, until the files wait no longer', async () => {
    const { order, waits } = await looked([...Array.from({ length: 8 }, () => page(true)), finished]);
    expect(order).toBe(finished);
    expect(waits[0]).toBe(500);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(waits.at(-1)).toBe(8_000);
  });

  it('[B.12] asks a server again that does not answer, and ends where the page shows no order', async () => {
    expect((await looked([new Error('lost'), finished])).order).toBe(finished);
    expect((await looked([page(true), null])).order).toBeNull();
  });

  it('[B.12] gives up after two minutes, although each answer comes', async () => {
    const ask = vi.fn(() => Promise.resolve(page(true)));
    const found = finishedOrder({ ask, signal: new AbortController().signal, wait: pause });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await found).toBeNull();
    const times = ask.mock.calls.length;
    expect(times).toBeLessThan(25);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(times);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[B.12] takes an answer that never comes for a lost one', async () => {
    const ask = vi
      .fn<(signal: AbortSignal) => Promise<OrderData>>()
      .mockImplementationOnce(
        (signal) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              reject(new Error('aborted'));
            });
          }),
      )
      .mockResolvedValue(finished);
    const found = finishedOrder({ ask, signal: new AbortController().signal, wait: pause });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await found).toBe(finished);
  });

  it('[B.12] stops with the page', async () => {
    const controller = new AbortController();
    const ask = vi.fn(() => Promise.resolve(page(true)));
    const stopped = expect(finishedOrder({ ask, signal: controller.signal, wait: pause })).rejects.toThrow(
      'gone',
    );
    controller.abort(new Error('gone'));
    await stopped;
    expect(ask).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
