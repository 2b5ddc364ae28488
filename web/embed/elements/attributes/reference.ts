/**
 * The reference of the elements: docs/embedding.md is generated from it. Shipped code does not import this file, so its
 * sentences cost no page a byte.
 */
import { INSTRUMENTS } from '../../flows/instruments.ts';
import { CART_TAG, CHECKOUT_TAG, PAY_WALLET_TAG, PRODUCT_TAG } from '../tags.ts';
import type { AttributeKinds, AttributeName, AttributeSchema } from './parse.ts';
import { PRODUCT_ATTRIBUTES } from './product.ts';
import { CART_SCHEMA, CHECKOUT_SCHEMA } from './wallet.ts';

/** One attribute of one element. */
export interface AttributeReference {
  readonly name: string;
  readonly kind: AttributeKinds[AttributeName];
  readonly required: boolean;
  /** Markdown; one sentence or two. */
  readonly description: string;
}

export interface ElementReference {
  readonly tag: string;
  readonly description: string;
  readonly attributes: readonly AttributeReference[];
}

/** The description of each attribute. An attribute without one does not compile. */
const DESCRIPTIONS: Readonly<Record<AttributeName, string>> = {
  'access-token': "The storefront's public access token.",
  'buyer-country': 'The two-letter country of the buyer.',
  'buyer-currency':
    'The currency that the page shows. A cart in another currency leads to the checkout, with a notice.',
  'call-to-action': "Writes 'Koupit přes' before the logo.",
  'cart-id':
    '`gid://shopify/Cart/TOKEN?key=SECRET`. The element shows nothing without it, or if the token has only lower-case letters and digits.',
  debug: 'The element also writes its events to the console (except `visible`, which its buttons dispatch).',
  'disable-compat': "No effect here. Elsewhere it stops reports about a theme's styles.",
  disabled: 'Disables the buttons.',
  'enabled-flags':
    'Features of the shop: `delivery_promise` (product: a badge with the promised day), `carrier_rates` (delivery prices that arrive later).',
  fallback: 'The wallet to try after `recommended`, in the same form. Defaults to buy-it-now.',
  'has-selling-plan': 'The goods are sold by subscription, whatever the form says.',
  'only-sdk': "Loads the wallet's script and draws nothing.",
  'page-type':
    '`product`, `cart_page`, `cart_ajax` or `checkout`. Used if the page does not declare its type itself (below).',
  'pci-enabled': 'No effect here. Elsewhere it selects another script for pages under PCI rules.',
  recommended: 'The wallet to try first: `{"name": "…", "wallet_params": {…}}`.',
  'recommended-instrument': "The recommended wallet's name, used if there is no `recommended`.",
  'requires-shipping':
    'The goods are shipped. On a product it applies to variants that `variant-params` does not list.',
  'shop-id': "No effect: the script's own server is the shop.",
  'variant-params': 'What must be shipped: `[{"id": 42, "requiresShipping": true}]`.',
  'wallet-config': 'The wallet to offer, in the form of `recommended`.',
  'wallet-configs': 'The wallets to offer, in the form of `recommended`, in the order of preference.',
  'wallet-params': 'The parameters of `recommended-instrument`.',
};

const WALLETS = Object.entries(INSTRUMENTS)
  .filter(([, instrument]) => 'walletName' in instrument)
  .map(([name]) => `\`${name}\``);

const attributesOf = (schema: AttributeSchema): readonly AttributeReference[] =>
  (Object.entries(schema) as [AttributeName, string][]).map(([name, declared]) => ({
    name,
    kind: declared.replace('!', '') as AttributeReference['kind'],
    required: declared.endsWith('!'),
    description: DESCRIPTIONS[name],
  }));

export const ELEMENTS: readonly ElementReference[] = [
  {
    tag: PRODUCT_TAG,
    description: 'The button of a product page.',
    attributes: attributesOf(PRODUCT_ATTRIBUTES),
  },
  { tag: CART_TAG, description: 'The wallets of a cart, in a grid.', attributes: attributesOf(CART_SCHEMA) },
  {
    tag: CHECKOUT_TAG,
    description: 'One wallet in the checkout.',
    attributes: attributesOf(CHECKOUT_SCHEMA),
  },
  {
    tag: PAY_WALLET_TAG,
    description: "Draws one wallet's button and does nothing else.",
    attributes: [
      {
        name: 'wallet',
        kind: 'text',
        required: true,
        description: `One of ${WALLETS.join(', ')}.`,
      },
      {
        name: 'call-to-action',
        kind: 'flag',
        required: false,
        description: DESCRIPTIONS['call-to-action'],
      },
      { name: 'disabled', kind: 'flag', required: false, description: 'Disables the button.' },
      {
        name: 'theme',
        kind: 'text',
        required: false,
        description:
          '`light` or `dark`, which means for a dark background. Without it the button looks at its actual background. A brand with a colour of its own keeps it on every background, unless words would be hard to read on it.',
      },
      {
        name: 'button-style',
        kind: 'text',
        required: false,
        description:
          '`black`, `white` or `white-outline`: the form of the button, whatever its background. `auto`, or nothing: `theme` decides. The attribute may also stand on any element around the button.',
      },
    ],
  },
];
