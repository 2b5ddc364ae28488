import { useEffect, useState } from 'react';
import { pause } from '../../../base/wait.ts';
import type { OrderData } from '../bootstrap/data.ts';
import { fetchOrder, finishedOrder } from './finished-order.ts';

/** How the page looks for files that wait for the payment; `idle` if there are none, or it no longer looks. */
export type Finishing = 'idle' | 'waiting' | 'finished';

/** The order as it stands: while its payment is finished, the page's own address is asked for the outcome. */
export function useFinishedOrder(first: OrderData): {
  readonly order: OrderData;
  readonly finishing: Finishing;
} {
  const waits = first.downloads?.isFinishing === true;
  const [order, setOrder] = useState(first);
  const [finishing, setFinishing] = useState<Finishing>(waits ? 'waiting' : 'idle');

  useEffect(() => {
    if (!waits) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const look = async (): Promise<void> => {
      const ask = (inner: AbortSignal): Promise<OrderData | null> => fetchOrder(location.href, inner);
      const found = await finishedOrder({ ask, signal, wait: pause }).catch(() => null);
      if (signal.aborted) return;
      if (found !== null) setOrder(found);
      setFinishing(found === null ? 'idle' : 'finished');
    };
    void look();
    return () => {
      controller.abort();
    };
  }, [waits]);

  return { order, finishing };
}
