import { withDeadline } from '../../../base/deadline.ts';
import type { pause } from '../../../base/wait.ts';
import type { OrderData } from '../bootstrap/data.ts';
import { decodeOrder } from '../bootstrap/read-order.ts';

const SHORTEST = 500;
const LONGEST = 8_000;
/** For one answer. */
const ANSWER = 10_000;
/** For all of them: a capture that takes longer is finished by the shop later, and the page says so. */
const WHOLE = 120_000;

export interface FinishOptions {
  /** Fetches the order's page once; null if it shows no order any more. */
  readonly ask: (signal: AbortSignal) => Promise<OrderData | null>;
  readonly signal: AbortSignal;
  readonly wait: typeof pause;
}

/** The order once its files no longer wait for the payment; null if that takes too long. Rejects if `signal` aborts. */
export async function finishedOrder({ ask, signal, wait }: FinishOptions): Promise<OrderData | null> {
  const whole = withDeadline(signal, WHOLE);
  try {
    for (let after = SHORTEST; ; after = Math.min(after * 1.5, LONGEST)) {
      await wait(after, whole.signal);
      const order = await answered(ask, whole.signal);
      if (order === 'unreachable' || order?.downloads?.isFinishing === true) continue;
      return order;
    }
  } catch (failure) {
    if (signal.aborted || !whole.signal.aborted) throw failure;
    return null;
  } finally {
    whole.clear();
  }
}

/** A server that does not answer, or answers with an error, is asked again. */
async function answered(
  ask: FinishOptions['ask'],
  signal: AbortSignal,
): Promise<OrderData | null | 'unreachable'> {
  const limit = withDeadline(signal, ANSWER);
  try {
    return await ask(limit.signal);
  } catch (failure) {
    if (signal.aborted) throw failure;
    return 'unreachable';
  } finally {
    limit.clear();
  }
}

/** Fetches the page at this address, and reads the order from it. */
export async function fetchOrder(address: string, signal: AbortSignal): Promise<OrderData | null> {
  const answer = await fetch(address, { signal, cache: 'no-store', credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`status ${String(answer.status)}`);
  return orderIn(await answer.text());
}

/** The server writes no `<` into the data. The page's policy (Trusted Types) lets no script parse HTML. */
const DATA = /<script[^>]*\bid=["']?checkout-data\b[^>]*>([^<]*)<\/script>/u;

/** The order in a page's HTML; null if it shows none. */
export function orderIn(html: string): OrderData | null {
  const data: unknown = JSON.parse(DATA.exec(html)?.[1] ?? 'null');
  return data === null ? null : decodeOrder(data, '');
}
