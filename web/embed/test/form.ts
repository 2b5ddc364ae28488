/** Puts markup into the page; tests may parse HTML, shipped code may not. */
export function page(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body;
}

/** The one element a selector finds. */
export function one<Found extends HTMLElement = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): Found {
  const found = root.querySelectorAll<Found>(selector);
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${selector} finds ${found.length} elements`);
  return only;
}

/** A product form around some markup. */
export const productForm = (inside: string): string =>
  `<form method="post" action="/cart/add" id="product-form">${inside}</form>`;

/** Lets observers, microtasks and zero time-outs run. */
export const settle = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 5));
};
