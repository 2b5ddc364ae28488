/**
 * The theme's own script: comfort on pages that also work without it.
 * Choosing a variant in place, swapping gallery images, stepping quantities.
 */

/** What an option value says besides its name. */
const OPTION_NOTES = {
  available: '',
  'sold-out': ', vyprodáno',
  missing: ', v\u00a0této kombinaci nevedeme',
};

document.documentElement.classList.add('has-script');

for (const stepper of document.querySelectorAll('[data-stepper]')) startStepper(stepper);
for (const product of document.querySelectorAll('[data-product]')) {
  startGallery(product);
  startQuantityHint(product);
  startVariants(product);
  startPlans(product);
}

/** Lets the buttons beside a number field change it within its limits. */
function startStepper(stepper) {
  const input = stepper.querySelector('input');
  const buttons = [...stepper.querySelectorAll('[data-step]')];

  const refresh = () => {
    const value = Number(input.value) || 0;
    for (const button of buttons) {
      const next = value + Number(button.dataset.step);
      button.disabled =
        next < Number(input.min) || (input.max !== '' && next > Number(input.max) && next > value);
    }
  };

  stepper.addEventListener('click', (event) => {
    const button = event.target.closest('[data-step]');
    if (!button) return;
    input.value = String(
      Math.max(Number(input.min), (Number(input.value) || 0) + Number(button.dataset.step)),
    );
    input.dispatchEvent(new Event('change', { bubbles: true }));
    // A disabled button loses the focus; the field is the nearest place to go on from.
    if (button.disabled) input.focus();
  });
  input.addEventListener('input', refresh);
  input.addEventListener('change', refresh);
  // The variant's stock sets the field's limit.
  new MutationObserver(refresh).observe(input, { attributes: true, attributeFilter: ['max'] });
  refresh();
}

/** Shows a thumbnail's picture large. */
function startGallery(product) {
  for (const thumb of product.querySelectorAll('[data-gallery-thumb]')) {
    thumb.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      showImage(product, thumb.href, thumb.querySelector('img').alt);
    });
  }
}

function showImage(product, source, alt) {
  const main = product.querySelector('[data-gallery-main]');
  const { href } = new URL(source, location.href);
  if (main.src !== href) {
    main.src = href;
    main.alt = alt;
  }
  for (const thumb of product.querySelectorAll('[data-gallery-thumb]')) {
    thumb.toggleAttribute('aria-current', false);
    if (thumb.href === href) thumb.setAttribute('aria-current', 'true');
  }
}

/** Says when more is asked for than there is; the server decides, this only spares the way there. */
function startQuantityHint(product) {
  const input = product.querySelector('[name=quantity]');
  const hint = product.querySelector('[data-quantity-hint]');
  const refresh = () => {
    const tooMany = input.max !== '' && Number(input.value) > Number(input.max);
    hint.textContent = tooMany ? `Na skladě máme jen ${input.max} ks.` : '';
  };
  input.addEventListener('input', refresh);
  input.addEventListener('change', refresh);
  new MutationObserver(refresh).observe(input, { attributes: true, attributeFilter: ['max'] });
}

/** Shows what the chosen plan costs as the price of the goods; the goods' own reduction is another one. */
function startPlans(product) {
  const form = product.querySelector('form');
  if (!form?.elements.namedItem('selling_plan')) return;
  form.addEventListener('change', ({ target }) => {
    if (target.name === 'selling_plan') showPlanPrice(product);
  });
  // The browser may remember a choice, and some goods have no other.
  showPlanPrice(product);
}

function showPlanPrice(product) {
  const price = product.querySelector('[name=selling_plan]:checked ~ .plans__price');
  if (!price?.textContent) return;
  product.querySelector('.price__current').textContent = price.textContent;
  const badge = product.querySelector('.price .badge');
  if (badge) badge.hidden = product.querySelector('[name=selling_plan]:checked').value !== '';
}

/** Chooses a variant in place of following the link of an option value. */
function startVariants(product) {
  const template = product.querySelector('template[data-variants]');
  const form = product.querySelector('form');
  if (!template || !form) return;
  const variants = [...template.content.querySelectorAll('[data-variant]')].map((node) => ({
    node,
    id: node.dataset.variant,
    options: JSON.parse(node.dataset.options),
    available: 'available' in node.dataset,
  }));
  const id = form.elements.namedItem('id');
  const start = variants.find((variant) => variant.id === id.value);
  if (!start) return;
  let chosen = [...start.options];

  form.addEventListener('click', (event) => {
    const link = event.target.closest('[data-option]');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    chosen = chosen.with(Number(link.dataset.option), link.dataset.value);
    const variant = variants.find((candidate) => sameOptions(candidate.options, chosen));
    showOptions(form, variants, chosen);
    showVariant(product, form, variant);
  });
}

function sameOptions(left, right) {
  return left.every((value, position) => value === right[position]);
}

/** Marks what is chosen, and for every other value what choosing it would lead to. */
function showOptions(form, variants, chosen) {
  for (const link of form.querySelectorAll('[data-option]')) {
    const position = Number(link.dataset.option);
    const { value } = link.dataset;
    const target = variants.find((variant) => sameOptions(variant.options, chosen.with(position, value)));
    const state = target ? (target.available ? 'available' : 'sold-out') : 'missing';
    link.dataset.state = state;
    link.querySelector('[data-option-note]').textContent = OPTION_NOTES[state];
    if (target) link.search = `?variant=${target.id}`;
    if (chosen[position] === value) {
      link.setAttribute('aria-current', 'true');
      link.closest('.option').querySelector('[data-option-chosen]').textContent = value;
    } else {
      link.removeAttribute('aria-current');
    }
  }
}

/** Puts a variant (or that there is none) into the form and onto the page. */
function showVariant(product, form, variant) {
  const add = form.elements.namedItem('add');
  add.disabled = !variant?.available;
  add.querySelector('[data-add-label]').textContent = !variant
    ? 'Tuto kombinaci nevedeme'
    : variant.available
      ? 'Přidat do košíku'
      : 'Vyprodáno';

  const quantity = form.elements.namedItem('quantity');
  const left = Number(variant?.node.dataset.left ?? 0);
  if (left > 0) quantity.max = String(left);
  else quantity.removeAttribute('max');

  showParts(
    product,
    variant?.node ?? product.querySelector('template[data-variants]').content.querySelector('[data-missing]'),
  );
  showPlanPrice(product);
  if (variant) {
    if (variant.node.dataset.image)
      showImage(product, variant.node.dataset.image, variant.node.dataset.imageAlt);
    const address = new URL(location.href);
    address.searchParams.set('variant', variant.id);
    history.replaceState(history.state, '', address);
  }
  announce(product, variant);

  const id = form.elements.namedItem('id');
  id.value = variant?.id ?? '';
  id.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Copies what the server has written about a variant (or about a missing one) to where it is shown. */
function showParts(product, source) {
  for (const part of source.querySelectorAll('[data-part]')) {
    const place = product.querySelector(`[data-live=${part.dataset.part}]`);
    place.replaceChildren(...[...part.childNodes].map((child) => document.importNode(child, true)));
  }
}

/** Tells a screen reader in one sentence what the choice has changed. */
function announce(product, variant) {
  const text = (selector) => product.querySelector(selector).textContent.trim();
  const stock = text('[data-live=stock]');
  product.querySelector('[data-announce]').textContent = variant
    ? `${text('.price__current')}, ${stock}`
    : stock;
}
