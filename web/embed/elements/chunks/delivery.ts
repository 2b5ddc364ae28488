/** The chunk that shows the promised delivery day. */
import { clientOf } from '../../cart/client.ts';
import { LANGUAGE } from '../../constants.ts';
import { readProductLine } from '../../flows/product-form.ts';
import { PromiseBadge } from '../../flows/promise/index.ts';
import { watchForm } from '../../flows/watch-form.ts';
import { requiresShipping, type ProductSettings } from '../attributes/product.ts';
import { ORIGIN } from '../page/origin.ts';
import { PromiseView } from '../views/promise-view.ts';

/** The parts of a product controller that a delivery promise needs. */
export interface PromisedProduct {
  readonly host: HTMLElement;
  readonly form: HTMLFormElement;
  /** The current settings. */
  readonly settings: ProductSettings;
}

/** Shows the promised day for the variant chosen in the form until `ending` aborts. */
export function promiseDay(product: PromisedProduct, ending: AbortSignal): void {
  if (ending.aborted) return;
  const { host, form } = product;
  const { accessToken, buyerCountry } = product.settings;
  const place = new PromiseView(host);
  const badge = new PromiseBadge({
    host,
    country: buyerCountry,
    client: clientOf({ origin: ORIGIN, accessToken, country: buyerCountry, language: LANGUAGE }),
    show: (text) => {
      place.show(text);
    },
  });
  const update = (): void => {
    const line = readProductLine(form);
    const goods = line && {
      variantId: line.merchandiseId,
      sellingPlanId: line.sellingPlanId,
    };
    badge.update(requiresShipping(product.settings, line?.variantId) ? goods : null);
  };
  watchForm(form, update, ending);
  // The element reads its changed attributes in a microtask that is queued after this one.
  const attributes = new MutationObserver(() => {
    queueMicrotask(update);
  });
  attributes.observe(host, { attributes: true });
  ending.addEventListener(
    'abort',
    () => {
      attributes.disconnect();
      badge.end();
      place.show(null);
    },
    { once: true },
  );
  update();
}
