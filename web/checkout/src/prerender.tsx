import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { amazonBuyer, UnusableAddress } from './amazon/Buyer.tsx';
import { Fact, Facts } from './amazon/Facts.tsx';
import { AMAZON } from './amazon/texts.ts';
import type { Cart } from './api/model.ts';
import { type CheckoutData, type Country, DECELERATION_FLAGS, PLACE_FIELDS } from './bootstrap/data.ts';
import { beforeEditing, opening } from './flow/opening.ts';
import { NO_MEMORY } from './memories.ts';
import { checkoutFlow } from './start.ts';
import { AddressField, NAMES, NUMERIC_ZIP, placeSpec, type FieldSpec } from './views/AddressFields.tsx';
import { BuyerSections } from './views/BuyerSections.tsx';
import { Checkout } from './views/Checkout.tsx';
import { type Checkout as CheckoutValue, CheckoutProvider } from './views/checkout-context.ts';
import { Notices } from './views/Notices.tsx';

/**
 * The checkout's first form, drawn by React when the shop is built: a template that the server fills, in the language of the
 * theme's templates.
 *
 * React renders it with template expressions as values. A list is rendered with one member, which is put into a loop. So every
 * element is React's, and the server's markup equals React's first render in the browser: `opening`.
 */
export function firstForm(): string {
  const pages = (Buyer: CheckoutValue['Buyer']): string =>
    `{% if requires_shipping %}${page(true, Buyer)}{% else %}${page(false, Buyer)}{% endif %}`;
  return `{% if amazon %}${withFacts(pages(AmazonBuyer))}{% else %}${pages(BuyerSections)}{% endif %}`;
}

/** The names that the template knows; the server gives them. */
const CODE = '{{ country.code }}';
const CHOICE = { code: '{{ choice.code }}', name: '{{ choice.name }}' };
const ZONE = { code: '{{ zone.code }}', name: '{{ zone.name }}' };

function page(requiresShipping: boolean, Buyer: CheckoutValue['Buyer']): string {
  const data = { ...DATA, notices: DECELERATION_FLAGS };
  const drawn = withNotices(draw({ ...checkoutOf(data, requiresShipping), Buyer }));
  return requiresShipping && Buyer === BuyerSections ? withPlaces(withChoices(drawn)) : drawn;
}

function draw(checkout: CheckoutValue): string {
  return renderToString(<Checkout checkout={checkout} />);
}

/** A buyer who came back from Amazon, with every kind of line and the message about the address. */
const AmazonBuyer = amazonBuyer({
  kind: 'account',
  account: 'amazon_pay',
  token: '',
  payerId: '',
  email: null,
  expiresAt: '',
  agreement: false,
  renews: false,
  approval: '',
  amazon: {
    scriptUrl: '',
    fields: {},
    contact: ['{{ contact_line }}'],
    address: ['{{ address_line }}'],
    isAddressUnusable: true,
  },
});

/** The lines of what is Amazon's, and the message only if the address cannot be used. */
function withFacts(drawn: string): string {
  const facts = (name: 'contact' | 'address'): string => {
    const line = `{{ ${name}_line }}`;
    const fact = renderToString(<Fact name={AMAZON[name]} lines={[line]} />);
    const each = `<dd>${line}</dd>`;
    const lines = `{% for ${name}_line in amazon.${name} %}${each}{% endfor %}`;
    return `{% if amazon.${name} %}${once(fact, each, lines)}{% endif %}`;
  };
  const all = renderToString(<Facts contact={['{{ contact_line }}']} address={['{{ address_line }}']} />);
  const some = `{% if amazon.contact or amazon.address %}<dl class="co-facts">${facts('contact')}${facts('address')}</dl>{% endif %}`;
  const message = renderToString(<UnusableAddress />);
  return drawn
    .replaceAll(all, some)
    .replaceAll(message, `{% if amazon.isAddressUnusable %}${message}{% endif %}`);
}

/** The requested notices, in the server's order. */
function withNotices(drawn: string): string {
  const all = renderToString(<Notices flags={DECELERATION_FLAGS} />);
  const [begin, end] = ['<div class="co-notices" role="status">', '</div>'];
  const each = DECELERATION_FLAGS.map((flag) => {
    const alone = renderToString(<Notices flags={[flag]} />);
    return `{% if notice == "${flag}" %}${inner(alone, begin, end)}{% endif %}`;
  }).join('');
  return once(
    drawn,
    all,
    `{% if notices %}${begin}{% for notice in notices %}${each}{% endfor %}${end}{% endif %}`,
  );
}

/** The countries, of which one is chosen. */
function withChoices(drawn: string): string {
  const option = (chosen: string): string =>
    `<option value="${CHOICE.code}"${chosen}>${CHOICE.name}</option>`;
  const chosen = '{% if choice.code == country.code %} selected=""{% endif %}';
  const other = `<option value="${CODE}" selected="">`;
  return once(
    once(drawn, `${other}${CHOICE.name}</option>`, ''),
    option(''),
    `{% for choice in countries %}${option(chosen)}{% endfor %}`,
  );
}

/** The country's address fields after the names. */
function withPlaces(drawn: string): string {
  const last = NAMES.at(-1);
  if (last === undefined) throw new Error('Every address has a name.');
  const name = field(last, COUNTRY);
  const places = PLACE_FIELDS.flatMap((place) =>
    [true, false].map((required) => {
      const spec = placeSpec({ name: place, required });
      const is = `place.name == "${place}" and ${required ? '' : 'not '}place.required`;
      return `{% if ${is} %}${placeOf(spec)}{% endif %}`;
    }),
  ).join('');
  return once(drawn, name, `${name}{% for place in country.fields %}${places}{% endfor %}`);
}

function placeOf(spec: FieldSpec): string {
  if (spec.field === 'province') return provinceOf(spec);
  const drawn = field(spec, COUNTRY);
  if (spec.numeric !== true) return drawn;
  const numeric = `country.code in [${[...NUMERIC_ZIP].map((code) => `"${code}"`).join(', ')}]`;
  return once(drawn, 'inputMode="text"', `inputMode="{% if ${numeric} %}numeric{% else %}text{% endif %}"`);
}

/** If the zones are known, the zone is a select. */
function provinceOf(spec: FieldSpec): string {
  const option = `<option value="${ZONE.code}">${ZONE.name}</option>`;
  const chosen = field(spec, { ...COUNTRY, zones: [ZONE] });
  const list = once(chosen, option, `{% for zone in country.zones %}${option}{% endfor %}`);
  return `{% if country.zones %}${list}{% else %}${field(spec, COUNTRY)}{% endif %}`;
}

function field(spec: FieldSpec, country: Country): string {
  const data = { ...DATA, shop: { ...DATA.shop, countries: [country] } };
  const state = beforeEditing(opening(CART, data));
  return renderToString(
    <Provided checkout={checkoutOf(data, true)}>
      <AddressField kind="delivery" spec={spec} state={state} locked={false} />
    </Provided>,
  );
}

function Provided({
  checkout,
  children,
}: {
  readonly checkout: CheckoutValue;
  readonly children: ReactNode;
}): ReactNode {
  return <CheckoutProvider value={checkout}>{children}</CheckoutProvider>;
}

function checkoutOf(data: CheckoutData, requiresShipping: boolean): CheckoutValue {
  const state = opening({ ...CART, requiresShipping }, data);
  return { data, flow: checkoutFlow(data, state, NO_MEMORY), Buyer: BuyerSections };
}

/** Replaces a part of a text that must occur exactly once. */
function once(text: string, part: string, instead: string): string {
  const [before, after, ...more] = text.split(part);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`Drawn ${String(text.split(part).length - 1)} times instead of once: ${part}`);
  return before + instead + after;
}

function inner(text: string, begin: string, end: string): string {
  if (!text.startsWith(begin) || !text.endsWith(end)) throw new Error(`Not within ${begin}: ${text}`);
  return text.slice(begin.length, -end.length);
}

const COUNTRY: Country = {
  code: CODE,
  name: CHOICE.name,
  fields: [],
  zip: { label: '{{ country.zip.label }}', wanted: '', valid: '' },
  zone: { label: '{{ country.zone.label }}', wanted: '{{ country.zone.wanted }}', valid: '' },
  phone: null,
  zones: [],
};

const NOTHING = { amount: '0.00', currencyCode: 'XXX' };

/** A placeholder cart. Only the parts that the page starts with are rendered. */
const CART: Cart = {
  id: '',
  totalQuantity: 0,
  note: null,
  attributes: [],
  email: null,
  phone: null,
  countryCode: CODE,
  address: null,
  lines: [],
  groups: [],
  requiresShipping: true,
  codes: [],
  discounts: [],
  giftCards: [],
  subtotal: NOTHING,
  total: NOTHING,
  cashTotal: NOTHING,
  tax: null,
  taxIncluded: true,
  duty: null,
};

const DATA: CheckoutData = {
  page: 'checkout',
  cartId: '',
  checkoutUrl: '',
  confirmationUrl: '',
  cartUrl: '',
  api: { endpoint: '', accessToken: '' },
  shop: {
    name: '',
    currency: '',
    countries: [COUNTRY, { ...COUNTRY, ...CHOICE }],
    companyFields: 'off',
    companyRegister: false,
    carrierRates: false,
    email: '',
    phone: '',
    policies: { terms: '', privacy: '', withdrawal: '' },
  },
  mode: 'live',
  notices: [],
  payments: [],
  cart: null,
  attempt: null,
  consent: null,
  ownCart: false,
  shopWallet: null,
};
