/** The chunk that shows the promised delivery day. */
import { clientOf } from '../../cart/client.ts';
import { LANGUAGE } from '../../constants.ts';
import { readProductLine } from '../../flows/product-form.ts';
import { PromiseBadge } from '../../flows/promise/index.ts';
import { watchForm } from '../../flows/watch-form.ts';
import { requiresShipping, type ProductSettings } from '../attributes/product.ts';
import { PromiseView } from '../views/promise-view.ts';

/** A product element as a delivery promise sees it. */
export interface ProductPromise {
  readonly host: HTMLElement;
  readonly form: HTMLFormElement;
  /** The current settings. */
  readonly settings: () => ProductSettings;
  readonly origin: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Shows the promised day for the variant chosen in the form until `signal` aborts. */
export function promiseDay({ host, form, settings, origin, signal }: ProductPromise): void {
  if (signal.aborted) return;
  const { accessToken, buyerCountry } = settings();
  const place = new PromiseView(host);
  const badge = new PromiseBadge({
    host,
    country: buyerCountry,
    client: clientOf({ origin, accessToken, country: buyerCountry, language: LANGUAGE }),
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
    badge.update(requiresShipping(settings(), line?.variantId) ? goods : null);
  };
  watchForm(form, update, signal);
  // The element reads its changed attributes in a microtask that is queued after this one.
  const attributes = new MutationObserver(() => {
    queueMicrotask(update);
  });
  attributes.observe(host, { attributes: true });
  signal.addEventListener(
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
