import { createRoot, hydrateRoot } from 'react-dom/client';
import { asksForWallet } from './account/links.ts';
import { accountIn } from './bootstrap/data.ts';
import { readCheckoutData } from './bootstrap/read.ts';
import { opening } from './flow/opening.ts';
import { INITIAL } from './flow/state.ts';
import { tabMemory } from './memories.ts';
import { checkoutFlow } from './start.ts';
import './styles/checkout.css';
import { BuyerSections } from './views/BuyerSections.tsx';
import { Checkout } from './views/Checkout.tsx';

start();

function start(): void {
  const container = document.getElementById('checkout-root');
  if (container === null) return;
  container.classList.add('co');
  const data = readCheckoutData(document);
  window.addEventListener('pageshow', (event) => {
    // After a challenge or an order, the state of a restored page may be out of date.
    if (event.persisted) location.reload();
  });
  // A custom theme may omit the form. Then React renders it once the cart is loaded.
  const isWallet = data.shopWallet !== null && asksForWallet(location.search);
  const isDrawn = !isWallet && data.cart !== null && container.firstElementChild !== null;
  const state = data.cart !== null && isDrawn ? opening(data.cart, data) : INITIAL;
  const flow = checkoutFlow(data, state, tabMemory());
  const draw = (Buyer: typeof BuyerSections, Form?: typeof BuyerSections): void => {
    const page = <Checkout checkout={{ data, flow, Buyer, Form }} />;
    if (isDrawn) hydrateRoot(container, page);
    else createRoot(container).render(page);
  };
  const account = accountIn(data.payments);
  if (isWallet)
    void import('./account/Wallet.tsx')
      .then(({ openWallet }) => openWallet(data))
      .catch(() => undefined)
      .then((Form) => {
        draw(BuyerSections, Form);
      });
  else if (account === null || account.amazon === null) draw(BuyerSections);
  else
    void import('./amazon/Buyer.tsx')
      .then(({ amazonBuyer }) => amazonBuyer(account))
      .catch(() => BuyerSections)
      .then((Buyer) => {
        draw(Buyer);
      });
}
