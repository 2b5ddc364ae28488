/**
 * Adds goods on their own page and shows the cart beside them. Where the shop refuses, the form does what it does
 * without scripts; where its answer is lost, the cart's page shows what is in the cart.
 */
import { money, pieces } from './amounts.js';

/** Milliseconds that an answer may take. */
const DEADLINE = 10_000;

const form = document.querySelector('#product-form');
const dialog = document.querySelector('[data-mini-cart]');

let isAdding = false;

form.addEventListener('submit', (event) => {
  // The other buttons of the form buy at once.
  if (event.defaultPrevented || event.submitter?.name !== 'add') return;
  event.preventDefault();
  if (isAdding) return;
  isAdding = true;
  event.submitter.ariaBusy = 'true';
  void add().finally(() => {
    isAdding = false;
    event.submitter.ariaBusy = null;
  });
});

// Tells tests and styles that a press no longer leaves the page.
form.toggleAttribute('data-mini-cart-ready', true);

// A page that the browser kept would show the cart of that time.
window.addEventListener('pagehide', () => dialog.close());

async function add() {
  try {
    const added = await ask('/cart/add.js', new URLSearchParams(new FormData(form)));
    if (!added) return;
    const cart = await ask('/cart.js');
    if (!cart) return;
    show(cart, added.notice ?? '');
  } catch {
    // Adding once more could add twice.
    location.assign('/cart');
  }
}

/** The shop's answer; none if it refused, and the form has gone its own way. */
async function ask(path, body) {
  const response = await fetch(path, {
    ...(body && { method: 'POST', body }),
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(DEADLINE),
  });
  if (response.ok) return response.json();
  if (response.status >= 500 || !body) throw new Error(`${path} answered ${response.status}`);
  form.submit();
  return null;
}

function show(
  {
    items,
    item_count: count,
    total_price: total,
    cart_level_discount_applications: off,
    requires_shipping: isShipped,
    currency,
  },
  notice,
) {
  const part = (name) => dialog.querySelector(`[data-mini-cart-${name}]`);
  part('notice').hidden = notice === '';
  part('notice').textContent = notice;
  part('lines').replaceChildren(
    ...items.map((item) => lineOf(item, currency)),
    ...off.map((discount) => discountOf(discount, currency)),
  );
  part('delivery').hidden = !isShipped;
  part('total').textContent = money(total, currency);
  document.querySelector('.cart-link__count').textContent = String(count);
  document.querySelector('[data-cart-link-items]').textContent = `, ${pieces(count)}`;
  dialog.showModal();
}

function lineOf(
  {
    image,
    product_title: title,
    variant_title: variant,
    selling_plan_allocation: planned,
    quantity,
    final_line_price: price,
  },
  currency,
) {
  const name = element('span', 'mini-cart__name', title);
  const plan = planned && `předplatné: ${planned.selling_plan.name}`;
  name.append(element('span', 'muted small', [variant, plan, pieces(quantity)].filter(Boolean).join(', ')));
  const line = element('li', 'mini-cart__line');
  line.append(pictureOf(image), name, element('span', 'mini-cart__price', money(price, currency)));
  return line;
}

/** What a discount of the whole order takes off, so that the sum adds up. */
function discountOf({ title, total_allocated_amount: amount }, currency) {
  const line = element('li', 'mini-cart__line');
  line.append(
    element('span', 'mini-cart__name', `Sleva (${title})`),
    element('span', 'mini-cart__price', `−${money(amount, currency)}`),
  );
  return line;
}

function pictureOf(source) {
  const picture = document.createElement('img');
  picture.className = 'mini-cart__image';
  picture.alt = '';
  picture.width = picture.height = 64;
  if (source) picture.src = source;
  return picture;
}

function element(name, className, text = '') {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
