import { addToCartButtons, readProductLine } from './product-form.ts';

/** The state of the product form that the button depends on. */
export interface FormState {
  /** There is a variant, and not every add-to-cart button is disabled. */
  readonly buyable: boolean;
  readonly hasSellingPlan: boolean;
}

/** Reads the state of a form. `ours` selects our own elements, whose buttons say nothing about the product. */
export function formState(form: HTMLFormElement, ours: string): FormState {
  const buttons = addToCartButtons(form, ours);
  const line = readProductLine(form);
  const allDisabled = buttons.length > 0 && buttons.every((button) => button.disabled);
  return {
    buyable: line !== null && !allDisabled,
    hasSellingPlan: line !== null && line.sellingPlanId !== null,
  };
}

/**
 * Calls back whenever something happens that may change a form's state: a field of it changes (fields may stand
 * outside of the form, so the document is listened to), a button is disabled or enabled, a value is set by script,
 * fields come or go. Themes change the variant in several steps; without the observer the old one could be bought.
 */
export function watchForm(form: HTMLFormElement, changed: () => void, signal: AbortSignal): void {
  const onInput = ({ target }: Event): void => {
    if (target instanceof Element && 'form' in target && target.form === form) changed();
  };
  for (const type of ['change', 'input']) document.addEventListener(type, onInput, { capture: true, signal });
  // The form resets its fields after this event.
  form.addEventListener(
    'reset',
    () => {
      queueMicrotask(changed);
    },
    { signal },
  );

  const attributes = { attributes: true, attributeFilter: ['disabled', 'value'] };
  const observer = new MutationObserver(changed);
  observer.observe(form, { ...attributes, childList: true, subtree: true });
  for (const field of form.elements) observer.observe(field, attributes);
  signal.addEventListener('abort', () => {
    observer.disconnect();
  });
}
