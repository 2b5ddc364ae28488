import type { CartClient } from '../../cart/client.ts';
import {
  fetchDeliveryPromise,
  type PromiseQuestion,
  type SelectedShippingOption,
} from '../../cart/delivery-promise.ts';
import { cartClientFailure } from '../../cart/error.ts';
import { DELIVERY_PROMISE_RETRIES, DELIVERY_PROMISE_RETRY_WAIT_MS } from '../../constants.ts';
import { abortable, pause } from '../../../base/wait.ts';

/** Whether repeating can help; not if the answer itself is a refusal. */
function isFinal(error: unknown): boolean {
  const failure = cartClientFailure(error);
  return failure !== null && failure.kind !== 'status' && failure.kind !== 'empty';
}

/** Fetches the delivery promise. Retries failures of network and server; null if that does not help. */
export async function promiseOf(
  client: CartClient,
  question: PromiseQuestion,
  signal: AbortSignal,
): Promise<SelectedShippingOption | null> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await abortable(fetchDeliveryPromise(client, question, { signal }), signal);
    } catch (error) {
      if (isFinal(error) || retries === DELIVERY_PROMISE_RETRIES) return null;
    }
    try {
      await pause(DELIVERY_PROMISE_RETRY_WAIT_MS, signal);
    } catch {
      return null;
    }
  }
}
