import { createRoot } from 'react-dom/client';
import type { CheckoutData } from './bootstrap/data.ts';
import { bootstrapOf, readCheckoutData } from './bootstrap/read.ts';
import { decodeOrder } from './bootstrap/read-order.ts';
import { Confirmation } from './confirmation/Confirmation.tsx';
import { ownPage } from './confirmation/own-page.ts';
import { memoriesOf, tabMemory } from './memories.ts';
import './styles/checkout.css';

start();

function start(): void {
  const data = readCheckoutData(document);
  const order = decodeOrder(bootstrapOf(document), '');
  if (order === null) {
    openOwnPage(data);
    return;
  }
  const container = document.getElementById('checkout-root');
  if (container === null) return;
  container.classList.add('co');
  const { attempts, drafts } = memoriesOf(data, tabMemory());
  drafts.forget();
  attempts.settled();
  createRoot(container).render(<Confirmation data={data} order={order} />);
}

/** The cart's link shows no data of the buyer. In the tab that paid, the order's own link does. */
function openOwnPage(data: CheckoutData): void {
  const url = ownPage(data, memoriesOf(data, tabMemory()).attempts, location.href);
  if (url !== null) location.replace(url);
}
