/** Posts a product form to its button's target, bypassing the theme's submit listeners, which would add to the cart. */
export function postNatively(form: HTMLFormElement, button: Element): void {
  const before = ['action', 'method'].map((name) => [name, form.getAttribute(name)] as const);
  form.setAttribute('action', button.getAttribute('formaction') ?? '');
  form.setAttribute('method', 'post');
  // A field named `submit` hides the form's own method.
  HTMLFormElement.prototype.submit.call(form);
  for (const [name, value] of before) {
    if (value === null) form.removeAttribute(name);
    else form.setAttribute(name, value);
  }
}
