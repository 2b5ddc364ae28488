import { createRoot, hydrateRoot } from 'react-dom/client';
import { readCheckoutData } from './bootstrap/read.ts';
import { opening } from './flow/opening.ts';
import { INITIAL } from './flow/state.ts';
import { tabMemory } from './memories.ts';
import { checkoutFlow } from './start.ts';
import './styles/checkout.css';
import { Checkout } from './views/Checkout.tsx';

start();

function start(): void {
  const container = document.getElementById('checkout-root');
  if (container === null) return;
  container.classList.add('co');
  const data = readCheckoutData(document);
  // A custom theme may omit the form. Then React renders it once the cart is loaded.
  const isDrawn = data.cart !== null && container.firstElementChild !== null;
  const state = data.cart !== null && isDrawn ? opening(data.cart, data) : INITIAL;
  const flow = checkoutFlow(data, state, tabMemory());
  window.addEventListener('pageshow', (event) => {
    // After a challenge or an order, the state of a restored page may be out of date.
    if (event.persisted) location.reload();
  });
  const page = <Checkout checkout={{ data, flow }} />;
  if (isDrawn) hydrateRoot(container, page);
  else createRoot(container).render(page);
}
