import { createRoot } from 'react-dom/client';
import { createClient } from './api/client.ts';
import type { CheckoutData, OrderData } from './bootstrap/data.ts';
import { readCheckoutData } from './bootstrap/read.ts';
import { Confirmation } from './confirmation/Confirmation.tsx';
import { AttemptMemory } from './flow/attempt-memory.ts';
import { CheckoutFlow } from './flow/checkout-flow.ts';
import { reduce } from './flow/reducer.ts';
import { INITIAL } from './flow/state.ts';
import { createStore } from './flow/store.ts';
import { wait } from './wait.ts';
import { Drafts, type Memory, plainCartId } from './form/draft.ts';
import './styles/checkout.css';
import { Checkout } from './views/Checkout.tsx';

start();

function start(): void {
  const container = document.getElementById('checkout-root');
  if (container === null) return;
  const data = readCheckoutData(document);
  container.classList.add('co');
  if (data.order !== null) showOrder(container, data, data.order);
  else showCheckout(container, data);
}

function showOrder(container: HTMLElement, data: CheckoutData, order: OrderData): void {
  const cart = plainCartId(data.cartId);
  new Drafts(tabMemory(), cart).forget();
  new AttemptMemory(tabMemory(), cart).settled();
  createRoot(container).render(<Confirmation data={data} order={order} />);
}

function showCheckout(container: HTMLElement, data: CheckoutData): void {
  const cart = plainCartId(data.cartId);
  const flow = new CheckoutFlow({
    data,
    api: createClient(data.api),
    store: createStore(INITIAL, (state, action) => reduce(state, action, data.payments)),
    attempts: new AttemptMemory(tabMemory(), cart),
    drafts: new Drafts(tabMemory(), cart),
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
    wait,
  });
  window.addEventListener('pageshow', (event) => {
    // Back from a challenge or an order: what this page remembers may no longer be true.
    if (event.persisted) location.reload();
  });
  createRoot(container).render(<Checkout checkout={{ data, flow }} />);
}

/** Storage of this tab; reading the property itself may throw where it is forbidden. */
function tabMemory(): Memory {
  try {
    return sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  }
}
