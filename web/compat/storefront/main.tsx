import { CartProvider, ShopifyProvider, useCart } from '@shopify/hydrogen-react';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

/** A storefront built with the public cart provider, as its documentation shows it. The page's URL names the shop and the
 *  goods, so that one build serves every test. */
const address = new URLSearchParams(location.search);
const named = (name: string): string => address.get(name) ?? '';

const variant = named('variant');
const other = named('other');

type Cart = ReturnType<typeof useCart>;

/** The visitor's actions, by the text of their buttons. */
const actions: Readonly<Record<string, (cart: Cart) => void>> = {
  create: ({ cartCreate }) => {
    cartCreate({ lines: [{ merchandiseId: variant, quantity: 1 }] });
  },
  add: ({ linesAdd }) => {
    linesAdd([
      { merchandiseId: variant, quantity: 2 },
      { merchandiseId: other, quantity: 1 },
    ]);
  },
  update: ({ linesUpdate, lines }) => {
    linesUpdate([{ id: lines?.[0]?.id ?? '', quantity: 1 }]);
  },
  remove: ({ linesRemove, lines }) => {
    linesRemove([lines?.[1]?.id ?? '']);
  },
  note: ({ noteUpdate }) => {
    noteUpdate('Nezvonit');
  },
  attributes: ({ cartAttributesUpdate }) => {
    cartAttributesUpdate([{ key: 'Dárek', value: 'ano' }]);
  },
  codes: ({ discountCodesUpdate }) => {
    discountCodesUpdate(['LETO']);
  },
  identity: ({ buyerIdentityUpdate }) => {
    buyerIdentityUpdate({ email: 'jana@example.cz', countryCode: 'CZ' });
  },
  wrong: ({ linesAdd }) => {
    linesAdd([{ merchandiseId: 'gid://shopify/ProductVariant/999999999', quantity: 1 }]);
  },
};

/** The provider's cart, in the form that tests read. */
function stateOf({
  status,
  id,
  totalQuantity,
  lines,
  note,
  attributes,
  discountCodes,
  buyerIdentity,
  cost,
  error,
}: Cart): string {
  const goods = (lines ?? []).map((line) => [line?.merchandise?.product?.handle, line?.quantity]);
  return JSON.stringify({
    status,
    id,
    totalQuantity,
    goods,
    note,
    attributes,
    discountCodes,
    email: buyerIdentity?.email,
    country: buyerIdentity?.countryCode,
    total: cost?.totalAmount,
    error,
  });
}

function Storefront(): ReactElement {
  const cart = useCart();
  return (
    <main>
      {Object.entries(actions).map(([name, act]) => (
        <button
          key={name}
          type="button"
          onClick={() => {
            act(cart);
          }}
        >
          {name}
        </button>
      ))}
      <output>{stateOf(cart)}</output>
    </main>
  );
}

const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <ShopifyProvider
      storeDomain={named('shop')}
      storefrontToken={named('token')}
      storefrontApiVersion="2026-04"
      countryIsoCode="CZ"
      languageIsoCode="CS"
    >
      <CartProvider countryCode="CZ">
        <Storefront />
      </CartProvider>
    </ShopifyProvider>,
  );
