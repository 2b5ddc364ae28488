import { createRoot } from 'react-dom/client';
import { bootstrapOf, readCheckoutData } from './bootstrap/read.ts';
import { decodeOrder } from './bootstrap/read-order.ts';
import { Confirmation } from './confirmation/Confirmation.tsx';
import { memoriesOf, tabMemory } from './memories.ts';
import './styles/checkout.css';

start();

function start(): void {
  const container = document.getElementById('checkout-root');
  if (container === null) return;
  const data = readCheckoutData(document);
  const order = decodeOrder(bootstrapOf(document), '');
  if (order === null) return;
  container.classList.add('co');
  const { attempts, drafts } = memoriesOf(data, tabMemory());
  drafts.forget();
  attempts.settled();
  createRoot(container).render(<Confirmation data={data} order={order} />);
}
