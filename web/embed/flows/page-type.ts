import { members } from '../../base/read.ts';

/** The kind of page that contains an element. */
export type PageType = 'cart_page' | 'cart_ajax' | 'product' | 'checkout' | 'unknown';

const CART_TYPES = ['cart_page', 'cart_ajax'] as const;
const PAGE_TYPES = [...CART_TYPES, 'product', 'checkout'] as const;

/** Globals with which a page declares its type. */
interface PageGlobals {
  readonly AcceleratedCheckoutCartType?: unknown;
  readonly ShopifyAnalytics?: { readonly meta?: { readonly page?: { readonly pageType?: unknown } } };
}

const among = <Type extends string>(types: readonly Type[], value: unknown): Type | null =>
  types.find((type) => type === value) ?? null;

/** Analytics name products and carts; their cart is the cart's page. */
const fromAnalytics = ({ ShopifyAnalytics }: PageGlobals): PageType | null => {
  const type = ShopifyAnalytics?.meta?.page?.pageType;
  return type === 'cart' ? 'cart_page' : among(['product'], type);
};

/** The text of `<script type="application/json" id="accelerated-checkout-page">`: `{"pageType": "product"}`. */
function fromJson(): PageType | null {
  const element = document.getElementById('accelerated-checkout-page');
  try {
    // Stryker disable next-line StringLiteral,OptionalChaining: whatever cannot be read says nothing, as a missing element does.
    return among(PAGE_TYPES, members(JSON.parse(element?.textContent ?? 'null'))['pageType']);
  } catch {
    // Broken JSON: it says nothing.
    return null;
  }
}

/**
 * The page type (row 2.01): from a global flag, else from analytics, else from the page's JSON, else from the element's
 * attribute.
 */
export function pageType(attribute: string | null): PageType {
  const globals = window as PageGlobals;
  return (
    among(CART_TYPES, globals.AcceleratedCheckoutCartType) ??
    fromAnalytics(globals) ??
    fromJson() ??
    among(PAGE_TYPES, attribute) ??
    'unknown'
  );
}
