import { dispatch, type UnavailableReason } from '../flows/events.ts';
import { selectInstrument } from '../flows/instruments.ts';
import { findProductForm } from '../flows/product-form.ts';
import { PRODUCT_ATTRIBUTES, readProductSettings, type ProductSettings } from './product-attributes.ts';
import { ProductSession } from './session.ts';

/**
 * `<accelerated-checkout>`: the button of a product page. It holds no state beyond what its attributes and the product
 * form say, so that it survives being moved, cloned, taken out and put back.
 */
export class ProductElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = Object.keys(PRODUCT_ATTRIBUTES);

  #session: ProductSession | null = null;
  #refreshing = false;
  /** Hidden by us; a theme may hide the element, too, and then it stays hidden. */
  #withdrawn = false;
  /** What was already reported: every problem is told once, not at every change. */
  readonly #reported = new Set<string>();

  /** The attributes as read; null while nothing is offered. */
  get settings(): ProductSettings | null {
    return this.#session?.settings ?? null;
  }

  /** Whether a selling plan is chosen in the form, or the page says that there is one. */
  get hasSellingPlan(): boolean {
    return this.#session?.hasSellingPlan ?? false;
  }

  connectedCallback(): void {
    this.#refreshSoon();
  }

  /** That it exists lets `moveBefore` move the element without disconnecting it; the form may be another one now. */
  connectedMoveCallback(): void {
    this.#refreshSoon();
  }

  /** Other moves disconnect and connect again: only what stays away for a task is gone. */
  disconnectedCallback(): void {
    setTimeout(() => {
      if (!this.isConnected) this.#end();
    });
  }

  attributeChangedCallback(): void {
    this.#refreshSoon();
  }

  /** Several changes in a row are one; while the page is being parsed, the children may still be to come. */
  #refreshSoon(): void {
    if (this.#refreshing) return;
    this.#refreshing = true;
    const refresh = (): void => {
      this.#refreshing = false;
      if (this.isConnected) this.#refresh();
    };
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', refresh, { once: true });
    else queueMicrotask(refresh);
  }

  /** Brings everything in line with the attributes and the form around the element. */
  #refresh(): void {
    const { settings, problems } = readProductSettings(this);
    for (const problem of problems) this.#report(problem);
    if (settings === null) {
      this.#withdraw('missing_attribute');
      return;
    }
    const form = findProductForm(this);
    if (form === null) {
      this.#report(
        `MissingProductForm: <${this.localName}> found no product form: put it into the form that chooses the variant.`,
      );
      this.#withdraw('missing_product_form');
      return;
    }
    const { instrument, skipped } = selectInstrument([settings.recommended, settings.fallback]);
    if (this.#session?.form === form) this.#session.update({ settings, instrument });
    else {
      this.#end();
      this.#session = new ProductSession(this, form, { settings, instrument });
    }
    if (this.#withdrawn) this.hidden = false;
    this.#withdrawn = false;
    for (const name of skipped)
      if (this.#report(`UnsupportedInstrument: <${this.localName}> cannot offer ${name}.`))
        dispatch(this, 'accelerated-checkout:unavailable', {
          instrument: name,
          reason: 'unsupported_instrument',
        });
  }

  /** Shows nothing, and says so once. */
  #withdraw(reason: UnavailableReason): void {
    this.#end();
    if (this.#withdrawn) return;
    this.#withdrawn = true;
    this.hidden = true;
    dispatch(this, 'accelerated-checkout:unavailable', { instrument: null, reason });
  }

  #end(): void {
    this.#session?.end();
    this.#session = null;
  }

  /** Tells the developer, on the console only. False where it has been told before. */
  #report(message: string): boolean {
    if (this.#reported.has(message)) return false;
    this.#reported.add(message);
    console.error(message);
    return true;
  }
}
