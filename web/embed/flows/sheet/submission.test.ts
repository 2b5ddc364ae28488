// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SubmitResult } from '../../cart/completion.ts';
import { cartClientError, type CartClientFailure } from '../../cart/error.ts';
import {
  PAYMENT_UPDATE_LOOP_WAIT_MS,
  SUBMISSION_REPEAT_WAIT_MS,
  SUBMISSION_THROTTLED_WAIT_MAX_MS,
} from '../../constants.ts';
import { attemptToken, isRefused, submitUntilSettled } from './submission.ts';

const SUCCESS = { kind: 'SubmitSuccess', redirectUrl: 'https://shop.example/orders/1' } as const;
const ACCEPTED = { kind: 'SubmitAlreadyAccepted' } as const;
const FAILED = { kind: 'SubmitFailed', errors: [], checkoutUrl: null } as const;
const REFUSED = { kind: 'refused', userErrors: [] } as const;
const lost = new TypeError('Failed to fetch');
const failed = (failure: CartClientFailure) => cartClientError('x', failure);
const DENIED = failed({ kind: 'status', status: 401 });

/** Submits to a server that gives these answers, one per call; writes down what is said of an order. */
function submitting(...answers: readonly (SubmitResult | (() => SubmitResult) | Error)[]) {
  const leaving = new AbortController();
  const said: boolean[] = [];
  const submit = vi.fn<() => Promise<SubmitResult>>();
  for (const each of answers)
    if (each instanceof Error) submit.mockRejectedValueOnce(each);
    else submit.mockImplementationOnce(() => Promise.resolve(typeof each === 'function' ? each() : each));
  const settled = submitUntilSettled(submit, leaving.signal, (maybe) => said.push(maybe));
  const outcome = settled.catch((error: unknown) => error);
  return { submit, said, leaving, outcome };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('[4.23] a call that certainly began no attempt', () => {
  const unreadable = ['wrong_operation', 'empty', 'shape', 'cut_off'] as const;
  const graphQL = (...codes: readonly (string | null)[]) =>
    failed({
      kind: 'graphql',
      graphQLErrors: codes.map((code) => ({ message: 'x', ...(code !== null && { extensions: { code } }) })),
    });

  it.each<[string, unknown, boolean]>(
    [
      ...[400, 401, 403, 404, 422, 499].map((status) => [status, true] as const),
      ...[302, 399, 408, 425, 429, 500, 502, 503].map((status) => [status, false] as const),
    ].map(([status, refused]) => [`HTTP ${status}`, failed({ kind: 'status', status }), refused]),
  )('%s', (_, error, refused) => {
    expect(isRefused(error)).toBe(refused);
  });

  it.each<[string, unknown, boolean]>([
    ['input that makes no sense', graphQL('BAD_USER_INPUT'), true],
    ['a fault beside it', graphQL('BAD_USER_INPUT', 'INTERNAL_SERVER_ERROR'), false],
    ['a fault without a code', graphQL(null), false],
    ['a configuration that cannot be sent', failed({ kind: 'configuration' }), true],
    ['another type of content', failed({ kind: 'content_type', contentType: 'text/html' }), false],
    ...unreadable.map((kind): [string, unknown, boolean] => [kind, failed({ kind }), false]),
    ['a lost connection', lost, false],
    ['nothing that is known', null, false],
  ])('%s', (_, error, refused) => {
    expect(isRefused(error)).toBe(refused);
  });
});

describe('[4.23] the token of an attempt', () => {
  it('32 hexadecimal digits of chance', () => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      (bytes as unknown as Uint8Array).set([0, 1, 15, 16, 255]);
      return bytes;
    });
    expect(attemptToken()).toBe(`00010f10ff${'00'.repeat(11)}`);
  });

  it('is another each time', () => {
    expect(attemptToken()).toMatch(/^[0-9a-f]{32}$/);
    expect(attemptToken()).not.toBe(attemptToken());
  });
});

describe('a submission', () => {
  it.each([
    ['an order', SUCCESS, [true]],
    ['an order that there was', ACCEPTED, [true]],
    ['a failure', FAILED, [true, false]],
    ['a refusal', REFUSED, [true, false]],
  ])('[4.23] %s is final', async (_, answer, said) => {
    const each = submitting(answer);
    expect(await each.outcome).toBe(answer);
    expect(each.submit).toHaveBeenCalledOnce();
    expect(each.said).toEqual(said);
  });

  it.each([
    ['at the time that the server names', 2000, 2000],
    ['not at once, though the time is past', -60_000, PAYMENT_UPDATE_LOOP_WAIT_MS],
    ['before long, though the server names a time far off', 60_000, SUBMISSION_THROTTLED_WAIT_MAX_MS],
  ])('[4.23] that was throttled is repeated %s', async (_, after, wait) => {
    const throttled = () => ({ kind: 'SubmitThrottled', pollAfter: Date.now() + after }) as const;
    const { submit, said, outcome } = submitting(throttled, SUCCESS);
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(submit).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe(SUCCESS);
    expect(said).toEqual([true]);
  });

  it('[4.23] whose answer was lost is repeated after a while', async () => {
    const { submit, said, outcome } = submitting(lost, SUCCESS);
    await vi.advanceTimersByTimeAsync(SUBMISSION_REPEAT_WAIT_MS - 1);
    expect(submit).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe(SUCCESS);
    expect(said).toEqual([true]);
  });

  it('[4.23] that was denied is not repeated: there is no order', async () => {
    const { submit, said, outcome } = submitting(DENIED);
    expect(await outcome).toBe(DENIED);
    expect(submit).toHaveBeenCalledOnce();
    expect(said).toEqual([true, false]);
  });

  it.each([
    ['was lost', lost],
    ['was throttled', { kind: 'SubmitThrottled', pollAfter: 0 } as const],
  ])('[4.23] [B.03] that was denied after one that %s may have left an order', async (_, first) => {
    const { said, outcome } = submitting(first, DENIED);
    await vi.runAllTimersAsync();
    expect(await outcome).toBe(DENIED);
    expect(said).toEqual([true, true]);
  });

  it('[4.23] is not sent any more once the time is over', async () => {
    const over = new Error('over');
    const { submit, said, leaving, outcome } = submitting(lost, SUCCESS);
    await vi.advanceTimersByTimeAsync(1);
    leaving.abort(over);
    expect(await outcome).toBe(over);
    await vi.runAllTimersAsync();
    expect(submit).toHaveBeenCalledOnce();
    expect(said).toEqual([true]);
  });

  it('[4.23] is not sent at all, and leaves no order, where the time was over before', async () => {
    const submit = vi.fn();
    const ordered = vi.fn();
    const over = new Error('over');
    await expect(submitUntilSettled(submit, AbortSignal.abort(over), ordered)).rejects.toBe(over);
    expect(submit).not.toHaveBeenCalled();
    expect(ordered).not.toHaveBeenCalled();
  });
});
