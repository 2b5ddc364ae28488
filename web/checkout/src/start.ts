import { pause } from '../../base/wait.ts';
import { createClient } from './api/client.ts';
import type { CheckoutData } from './bootstrap/data.ts';
import { CheckoutFlow } from './flow/checkout-flow.ts';
import { reduce } from './flow/reducer.ts';
import type { CheckoutState } from './flow/state.ts';
import { createStore } from './flow/store.ts';
import type { Memory } from './form/draft.ts';
import { memoriesOf } from './memories.ts';

/** The checkout of this page, which begins in `state`. */
export function checkoutFlow(data: CheckoutData, state: CheckoutState, memory: Memory): CheckoutFlow {
  return new CheckoutFlow({
    data,
    api: createClient(data.api),
    store: createStore(state, (present, action) => reduce(present, action, data.payments)),
    ...memoriesOf(data, memory),
    navigator: {
      here: () => location.href,
      open: (url) => {
        location.assign(url);
      },
      replace: (url) => {
        location.replace(url);
      },
    },
    now: Date.now,
    wait: pause,
  });
}
