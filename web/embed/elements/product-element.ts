import type { UnavailableReason } from '../flows/events.ts';
import { findProductForm } from '../flows/product-form.ts';
import { LifecycleElement } from './lifecycle-element.ts';
import { PRODUCT_ATTRIBUTES, readProductSettings, type ProductSettings } from './attributes/product.ts';
import { ProductController } from './product-controller.ts';

/** `<accelerated-checkout>`: the button of a product page. */
export class ProductElement extends LifecycleElement {
  static readonly observedAttributes: readonly string[] = Object.keys(PRODUCT_ATTRIBUTES);

  #controller: ProductController | null = null;
  /** Whether this class has hidden the element. An element that a theme hides stays hidden. */
  #withdrawn = false;

  /** The attributes as read; null while nothing is offered. */
  get settings(): ProductSettings | null {
    return this.#controller?.settings ?? null;
  }

  /** Whether the form has a chosen selling plan, or the page declares one. */
  get hasSellingPlan(): boolean {
    return this.#controller?.hasSellingPlan ?? false;
  }

  protected refresh(): void {
    const { settings, problems } = readProductSettings(this);
    for (const problem of problems) this.report(problem);
    if (settings === null) {
      this.#withdraw('missing_attribute');
      return;
    }
    const form = findProductForm(this);
    if (form === null) {
      this.report(
        `MissingProductForm: <${this.localName}> found no product form: put it into the form that chooses the variant.`,
      );
      this.#withdraw('missing_product_form');
      return;
    }
    if (this.#controller?.form === form) this.#controller.update(settings);
    else {
      this.end();
      this.#controller = new ProductController(this, form, settings, this.skipped);
    }
    if (this.#withdrawn) this.hidden = false;
    this.#withdrawn = false;
  }

  /** Renders nothing, and reports that once. */
  #withdraw(reason: UnavailableReason): void {
    this.end();
    if (this.#withdrawn) return;
    this.#withdrawn = true;
    this.hidden = true;
    this.unavailable(null, reason);
  }

  protected end(): void {
    this.#controller?.end();
    this.#controller = null;
  }
}
