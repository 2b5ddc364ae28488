import { items, isText, members } from '../../../base/read.ts';
import { pause } from '../../../base/wait.ts';
import { ANALYTICS_POLL_MS, ANALYTICS_TIMEOUT_MS } from '../../constants.ts';
import type { LeavingListener } from './adapter.ts';
import type { Placement } from './settings.ts';

/** Publishes an event of the page. */
type Publish = (name: string, data: object) => void;

/** The event of a press, by where the button stands (row 7.17). */
const EVENTS: Readonly<Record<Placement, string>> = {
  Checkout: 'bwp_checkout_widget_click',
  Cart: 'bwp_cart_widget_click',
  Product: 'bwp_widget_click',
  Other: 'bwp_widget_click',
};

/** The function of the page's analytics library, if it is loaded. */
function library(): Publish | null {
  const { Shopify } = globalThis as { readonly Shopify?: unknown };
  const { publish } = members(members(Shopify)['analytics']);
  return typeof publish === 'function' ? (publish as Publish) : null;
}

/** The SKUs in a signed payload, in its order. The text itself stays as it is. */
export function skusOf(payloadJSON: string): readonly string[] {
  const { cartDetails } = members(JSON.parse(payloadJSON));
  return items(members(cartDetails)['lineItems'])
    .map((line) => members(line)['sku'])
    .filter(isText);
}

/** Waits for the library: it may be loaded after the button. Null if it is not there in time. Rejects when aborted. */
async function found(signal: AbortSignal): Promise<Publish | null> {
  for (let waited = 0; ; waited += ANALYTICS_POLL_MS) {
    const publish = library();
    if (publish || waited >= ANALYTICS_TIMEOUT_MS) return publish;
    await pause(ANALYTICS_POLL_MS, signal);
  }
}

/**
 * Publishes that the button was pressed, at once if the library is there: the browser is leaving. No fault of a page's
 * analytics may keep a buyer from paying.
 */
export const publishClick: LeavingListener = (settings, signal) => {
  const { placement, createCheckoutSessionConfig } = settings;
  const tell = async (): Promise<void> => {
    const skus = skusOf(createCheckoutSessionConfig.payloadJSON);
    const publish = library() ?? (await found(signal));
    publish?.(EVENTS[placement], { skus });
  };
  tell().catch((error: unknown) => {
    if (!signal.aborted) console.debug('accelerated-checkout:', error);
  });
};
