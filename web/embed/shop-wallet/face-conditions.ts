import { PRODUCT_SELECTOR, PROMISED } from '../dom/product-host.ts';
import { findProductForm } from '../flows/product-form.ts';
import { formState, watchForm } from '../flows/watch-form.ts';
import type { FaceConditions } from './face-state.ts';

/** The elements around a face. */
export interface FacePlace {
  /** The `<pay-wallet-button>`. */
  readonly host: HTMLElement;
  /** The button inside it. */
  readonly button: HTMLElement;
}

/** The product element around the button; null in a cart and in the checkout. */
const productOf = (host: HTMLElement): HTMLElement | null => host.closest<HTMLElement>(PRODUCT_SELECTOR);

/** The size of the words of a call to action, in pixels. */
function fontSizeOf(button: HTMLElement): number | null {
  const content = button.querySelector('.content');
  return content && button.matches('.calling') ? Number.parseFloat(getComputedStyle(content).fontSize) : null;
}

/** Reads the conditions as they are now. */
export function conditionsAt({ host, button }: FacePlace): FaceConditions {
  const product = productOf(host);
  const form = product && findProductForm(product);
  return {
    width: host.getBoundingClientRect().width,
    fontSize: fontSizeOf(button),
    isPromiseShown: product?.hasAttribute(PROMISED) ?? false,
    isSoldOut: form !== null && !formState(form, PRODUCT_SELECTOR).buyable,
  };
}

/** Calls back whenever something happens that may change the conditions, and once at first. */
export function watchConditions({ host, button }: FacePlace, changed: () => void, signal: AbortSignal): void {
  const resized = new ResizeObserver(changed);
  resized.observe(host);
  const restyled = new MutationObserver(changed);
  restyled.observe(button, { attributeFilter: ['class'] });
  const product = productOf(host);
  const form = product && findProductForm(product);
  if (product) restyled.observe(product, { attributeFilter: [PROMISED] });
  if (form) watchForm(form, changed, signal);
  signal.addEventListener('abort', () => {
    resized.disconnect();
    restyled.disconnect();
  });
}
