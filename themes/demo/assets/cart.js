/**
 * The cart's page without reloading it: its forms are posted by script, and what the shop answers is put into the page.
 * Where that fails the forms do what they do without scripts.
 */
import { money, pieces } from './amounts.js';

/** Milliseconds that an answer may take. */
const DEADLINE = 10_000;

const LINE = '[data-line]';

const root = document.querySelector('[data-cart]');
const announcement = document.querySelector('[data-cart-announce]');
const notice = document.querySelector('[data-cart-notice]');
const undo = notice.querySelector('[data-cart-undo]');

/** Changes are made one after the other: each answer shows the cart as it then is. */
let before = Promise.resolve();

/** The line taken out last, for as long as it can be put back. */
let removed = null;

/** The changes that are on their way to the shop. Nothing is ordered meanwhile. */
let underWay = 0;

/** The forms with a change on its way; true if their quantity is still to be sent. */
const sending = new Map();

/** Whether the shop has refused a change since the buyer last pressed something with no other change on its way. */
let isRefused = false;

/** Whether the page is being left for an answer that the script did not get. */
let isLeaving = false;

root.addEventListener('change', ({ target }) => {
  target.closest('[data-cart-line]')?.requestSubmit();
});

root.addEventListener('submit', (event) => {
  const form = event.target;
  const line = form.closest(LINE);
  if (line) {
    event.preventDefault();
    if (underWay === 0) isRefused = false;
    send(form, line);
  } else if (underWay > 0) {
    // The order would otherwise begin with the quantities from before.
    event.preventDefault();
    tell('Košík se přepočítává, hned budeme pokračovat.');
    void before.then(() => isRefused || isLeaving || form.requestSubmit(event.submitter));
  }
});

// A wallet's sheet opens in the press itself and cannot wait for the shop.
root.addEventListener('accelerated-checkout:start', (event) => {
  if (underWay === 0) return;
  event.preventDefault();
  tell('Košík se právě přepočítává. Zkuste to prosím za okamžik.');
});

undo.addEventListener('click', () => inTurn(null, putBack));

/** Sends a line's quantity, at once if it can. What is pressed until the answer is sent after it, as one change. */
function send(form, line) {
  const isOnItsWay = sending.has(form);
  sending.set(form, true);
  if (isOnItsWay) return;
  inTurn(form, async () => {
    try {
      do {
        sending.set(form, false);
        await changeLine(line, new FormData(form).get('quantity').trim());
      } while (sending.get(form) && form.isConnected);
    } finally {
      sending.delete(form);
    }
  });
}

/** Does a step after those before it; one that fails leaves it to the form, or else to the page anew. */
function inTurn(form, step) {
  underWay += 1;
  root.ariaBusy = 'true';
  before = before
    .then(step)
    .catch(() => leave(form))
    .finally(() => {
      underWay -= 1;
      root.ariaBusy = String(underWay > 0);
    });
}

/** Posts the form as without scripts, or else loads the page anew. */
function leave(form) {
  isLeaving = true;
  if (form?.isConnected) form.submit();
  else location.reload();
}

/** Asks the shop. What it refuses is an answer, too; a shop that is not well is none. */
async function ask(path, body) {
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(DEADLINE),
  });
  if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
  return { ok: response.ok, content: await response.json() };
}

/** Gives a line another quantity, as it was written; 0 takes it out. */
async function changeLine(line, quantity) {
  const id = line.dataset.line;
  const goes = quantity === '0';
  const item = goes ? await itemOf(id) : null;
  const { ok, content } = await ask('/cart/change.js', { id, quantity });
  if (!ok) {
    isRefused = true;
    showRefusal(line, content.description);
    return;
  }
  if (goes) takeOut(line, item);
  else if (!isRefused) tell('');
  showCart(content);
}

/** The line as the shop knows it, with all that was said to it. */
async function itemOf(key) {
  const { content } = await ask('/cart.js');
  return content.items.find((item) => item.key === key);
}

/** What is refused stays as it was. */
function showRefusal(line, text) {
  const input = quantityOf(line);
  if (input) setQuantity(input, input.defaultValue);
  tell(text);
}

/** Takes a line out of the page, and offers to put it back. */
function takeOut(line, item) {
  removed = item ? { line, item, parent: line.parentElement, next: line.nextElementSibling } : null;
  line.remove();
  // A refusal of another line stays to be read.
  if (!isRefused)
    tell(`${line.querySelector('h2').textContent.trim()}: odebráno z\u00a0košíku.`, removed !== null);
  (undo.checkVisibility() ? undo : document.querySelector('#main')).focus();
}

/** Puts the line that was taken out last where it was. */
async function putBack() {
  if (removed === null) return;
  const { line, item, parent, next } = removed;
  const { id, quantity, properties, selling_plan_allocation: planned } = item;
  const plan = planned && { selling_plan: planned.selling_plan.id };
  const { ok, content } = await ask('/cart/add.js', { id, quantity, properties, ...plan });
  if (!ok) {
    isRefused = true;
    tell(content.description, true);
    return;
  }
  removed = null;
  rename(line, content.key);
  parent.insertBefore(line, next?.parentElement === parent ? next : null);
  tell(content.notice ?? '');
  showCart((await ask('/cart.js')).content);
  line.querySelector('button:enabled, input:not([type=hidden])').focus();
}

/** A line that was put back is another one to the shop. */
function rename(line, key) {
  line.dataset.line = key;
  for (const input of line.querySelectorAll('input[name=id]')) input.value = key;
}

/** Puts a cart into the page. Where its lines are not the page's, somebody else has changed them: the page anew. */
function showCart(cart) {
  const { items, item_count: count, total_price: total, requires_shipping: isShipped, currency } = cart;
  const lines = [...root.querySelectorAll(LINE)];
  const pairs = lines.map((line) => [line, items.find(({ key }) => key === line.dataset.line)]);
  const isOther = ([line, item]) => !item || (item.quantity === 0) !== (quantityOf(line) === null);
  if (items.length !== lines.length || pairs.some(isOther)) {
    leave(null);
    return;
  }
  for (const [line, item] of pairs) {
    const input = quantityOf(line);
    if (input) setQuantity(input, String(item.quantity));
    line.querySelector('[data-line-total]').textContent = money(item.final_line_price, currency);
    showNotes(line, item, currency);
  }
  root.querySelector('[data-cart-items]').textContent = pieces(count);
  root.querySelector('[data-cart-subtotal]').textContent = money(total, currency);
  root.querySelector('[data-cart-delivery]').hidden = !isShipped;
  showSums(cart);
  root.toggleAttribute('data-free', isFree(cart));
  document.querySelector('.cart-link__count').textContent = String(count);
  document.querySelector('[data-cart-link-items]').textContent = `, ${pieces(count)}`;
  root.hidden = count === 0;
  document.querySelector('[data-cart-empty]').hidden = count > 0;
  announcement.textContent =
    count === 0 ? 'Košík je prázdný.' : `V\u00a0košíku: ${pieces(count)}, celkem ${money(total, currency)}.`;
}

/** Whether the order will cost nothing, now and later. What is shipped may still cost its delivery. */
function isFree({ total_price: total, requires_shipping: isShipped, recurring_totals: recurring }) {
  return total === 0 && !isShipped && recurring.length === 0;
}

/** What recurs for a line, and what is taken off it. */
function showNotes(line, { recurring_totals: recurring, line_level_discount_allocations: off }, currency) {
  const note = (text) => paragraph('muted small', text);
  line
    .querySelector('[data-line-notes]')
    .replaceChildren(
      ...recurring.map(({ label, amount }) => note(`${label}: ${money(amount, currency)}`)),
      ...off.map(({ amount, discount_application: { title } }) =>
        note(`${discountLabel(title)}: −${money(amount, currency)}`),
      ),
    );
}

/** Discounts of the whole order, the codes that were entered, and what recurs. */
function showSums({
  cart_level_discount_applications: off,
  discount_codes: codes,
  recurring_totals,
  currency,
}) {
  const show = (place, rows) => root.querySelector(place).replaceChildren(...rows);
  show(
    '[data-cart-discounts]',
    off.map(({ title, total_allocated_amount: amount }) =>
      row(discountLabel(title), `−${money(amount, currency)}`),
    ),
  );
  show(
    '[data-cart-recurring]',
    recurring_totals.map(({ label, amount }) => row(label, money(amount, currency))),
  );
  // Codes change by their own forms only: here they begin or cease to apply.
  for (const form of root.querySelectorAll('[data-code]')) {
    const own = codes.find(({ code }) => code === form.dataset.code);
    form.querySelector('[data-code-note]').textContent = own?.applicable ? '' : ' (teď se neuplatní)';
  }
}

function discountLabel(name) {
  return `Sleva (${name})`;
}

/** A row of the sums. */
function row(...texts) {
  return paragraph('summary__row', ...texts.map((text) => element('span', text)));
}

function paragraph(className, ...content) {
  const made = element('p', ...content);
  made.className = className;
  return made;
}

function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

/** The field of a line's quantity; what is sold out has none. */
function quantityOf(line) {
  return line.querySelector('input[type=number]');
}

/** Shows a quantity as the one the shop knows; one that was changed again is left alone. */
function setQuantity(input, quantity) {
  input.defaultValue = quantity;
  if (sending.get(input.form)) return;
  input.value = quantity;
  // The stepper's buttons follow it.
  input.dispatchEvent(new Event('input'));
}

/** Says something above the cart; no text hides the place. */
function tell(text, canUndo = false) {
  notice.hidden = text === '';
  notice.querySelector('[data-cart-notice-text]').textContent = text;
  undo.hidden = !canUndo;
}
