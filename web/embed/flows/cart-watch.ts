import { CART_FORM_POST_WAIT_MS, CART_REFRESH_DEADLINE_MS } from '../constants.ts';
import { withDeadline } from '../../base/deadline.ts';

/** `/cart/add` and its like, with or without a locale before and `.js` or `.json` behind. */
const WATCHED =
  /^(?:\/[a-z]{2,3}(?:-[a-z0-9]{2,8})*)?\/cart\/(?:change|update|add|clear)(?:\.js(?:on)?)?\/?$/i;

/** Whether an address changes the cart of this page's own shop. */
export function changesCart(address: string): boolean {
  const url = URL.parse(address, location.href);
  return url !== null && url.origin === location.origin && WATCHED.test(url.pathname);
}

/** Whether a form posts to such an address: with the button that was pressed, for it may say another one. */
function postsToCart(form: HTMLFormElement, submitter: HTMLElement | null): boolean {
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  const method = submitter?.getAttribute('formmethod') ?? form.getAttribute('method');
  return method?.toLowerCase() === 'post' && changesCart(action);
}

/**
 * Calls back after every request that may have changed the cart (rows 2.02 and 2.11). Uses the browser's resource timings,
 * which report finished requests, so that it need not patch the page. A posted form usually leaves the page; if it does not,
 * it targeted a frame or the theme posted it by script.
 */
export function watchCart(changed: () => void, signal: AbortSignal): void {
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    if (
      entries.some(
        ({ initiatorType, name }) => /^(?:fetch|xmlhttprequest)$/.test(initiatorType) && changesCart(name),
      )
    )
      changed();
  });
  observer.observe({ type: 'resource' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener(
    'submit',
    ({ target, submitter }) => {
      if (!(target instanceof HTMLFormElement) || !postsToCart(target, submitter)) return;
      clearTimeout(timer);
      timer = setTimeout(changed, CART_FORM_POST_WAIT_MS);
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
}

/** The parts of the cart that an element depends on. */
export interface CartState {
  /** In global-id form, with its secret; null for a cart with nothing in it. */
  readonly cartId: string | null;
  readonly requiresShipping: boolean;
  /** Something in it is bought on a plan. */
  readonly hasSellingPlan: boolean;
}

/** The part of `/cart.js` that is read. */
interface AjaxCart {
  readonly token?: unknown;
  readonly item_count?: unknown;
  readonly requires_shipping?: unknown;
  readonly items?: unknown;
}

/** Whether a line of `/cart.js` has a selling plan. For other lines the member is null or missing. */
const isPlanned = (item: { readonly selling_plan_allocation?: unknown } | null): boolean =>
  Boolean(item?.selling_plan_allocation);

/** Asks the shop for the page's cart. Rejects when the shop does not answer in time. */
export async function fetchCartState(parent: AbortSignal): Promise<CartState> {
  const { signal, clear } = withDeadline(parent, CART_REFRESH_DEADLINE_MS);
  try {
    const response = await fetch('/cart.js', { signal, headers: { Accept: 'application/json' } });
    if (!response.ok) throw new Error(`/cart.js answered ${response.status}`);
    const { token, item_count: count, requires_shipping, items } = (await response.json()) as AjaxCart;
    const filled = typeof token === 'string' && token !== '' && typeof count === 'number' && count > 0;
    return {
      cartId: filled ? `gid://shopify/Cart/${token}` : null,
      requiresShipping: requires_shipping === true,
      hasSellingPlan: Array.isArray(items) && items.some(isPlanned),
    };
  } finally {
    clear();
  }
}

/** A token of lowercase letters and digits only: a legacy cart, which the API does not know (row 2.10). */
export const isLegacyCart = (cartId: string): boolean => /^(?:[^?]*\/)?[a-z0-9]+(?:\?|$)/.test(cartId);
