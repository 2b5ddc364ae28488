import type { CartAttribute, CartLineInput } from '../cart/create-cart.ts';

/** The purchase that a product form describes. */
export interface ProductLine {
  readonly variantId: number;
  readonly quantity: number;
  readonly merchandiseId: string;
  /** In global-id form. */
  readonly sellingPlanId: string | null;
  readonly lineItemProperties: readonly CartAttribute[];
}

const PRODUCT_FORM = 'form[action*="/cart/add"]:not(.installment)';

/** Whether a form chooses a variant. `namedItem`, because a field named `id` hides the form's own. */
const isProductForm = (form: HTMLFormElement): boolean => form.elements.namedItem('id') !== null;

/**
 * The product form of an element: the one around it, else the page's only one. Never just the first: themes have
 * further forms with a variant id (payment by instalments).
 */
export function findProductForm(element: Element): HTMLFormElement | null {
  const around = element.closest('form');
  if (around && isProductForm(around)) return around;
  const [only, ...others] = [...document.querySelectorAll<HTMLFormElement>(PRODUCT_FORM)].filter(
    isProductForm,
  );
  return only && others.length === 0 ? only : null;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter((field): field is Field => 'value' in field);

const isUnchecked = (field: Field): boolean =>
  field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type) && !field.checked;

/**
 * The value of the first field of that name which has one to give; empty if none has. Also of a disabled field: themes disable the
 * hidden variant id of a sold-out product and never enable it again.
 */
const valueOf = (form: HTMLFormElement, name: string): string =>
  fieldsOf(form).find((field) => field.name === name && !isUnchecked(field))?.value ?? '';

const gid = (type: string, id: number | string): string => `gid://shopify/${type}/${id}`;

/** A number above 0, written in digits alone; null for everything else. */
function positiveId(text: string): number | null {
  const id = /^\s*\d+\s*$/.test(text) ? Number(text) : 0;
  return id > 0 && Number.isSafeInteger(id) ? id : null;
}

/** The whole number a quantity field holds. Whether the shop sells that many is the server's to say. */
const quantityOf = (text: string): number => (/^\s*-?\d+\s*$/.test(text) ? Number(text) : 1);

/** The chosen plan. Themes write the text 'undefined' if there is none. */
function sellingPlanOf(text: string): string | null {
  const plan = text.trim();
  return plan === '' || plan === 'undefined' ? null : gid('SellingPlan', plan);
}

/** The `properties[...]` of a form. FormData leaves out disabled fields and unchecked boxes; empty values say nothing. */
function propertiesOf(form: HTMLFormElement): CartAttribute[] {
  const properties: CartAttribute[] = [];
  for (const [name, value] of new FormData(form)) {
    const key = /^properties\[(.+)\]$/.exec(name)?.[1];
    if (key !== undefined && typeof value === 'string' && value !== '') properties.push({ key, value });
  }
  return properties;
}

/** Reads a product form; null if it has no chosen variant. */
export function readProductLine(form: HTMLFormElement): ProductLine | null {
  const variantId = positiveId(valueOf(form, 'id'));
  if (variantId === null) return null;
  return {
    variantId,
    quantity: quantityOf(valueOf(form, 'quantity')),
    merchandiseId: gid('ProductVariant', variantId),
    sellingPlanId: sellingPlanOf(valueOf(form, 'selling_plan')),
    lineItemProperties: propertiesOf(form),
  };
}

/** Converts the line to the cart client's input. */
export const cartLine = ({
  merchandiseId,
  quantity,
  sellingPlanId,
  lineItemProperties,
}: ProductLine): CartLineInput => ({
  merchandiseId,
  quantity,
  ...(sellingPlanId === null ? {} : { sellingPlanId }),
  attributes: lineItemProperties,
});

const isSubmit = (field: Field): boolean => field.type === 'submit';

/** The form's add-to-cart buttons: the submit buttons named `add`; without such names, every submit button not ours. */
export function addToCartButtons(form: HTMLFormElement, ours: string): Field[] {
  const submits = fieldsOf(form).filter((field) => isSubmit(field) && !field.closest(ours));
  const named = submits.filter(({ name }) => name === 'add');
  return named.length > 0 ? named : submits;
}
