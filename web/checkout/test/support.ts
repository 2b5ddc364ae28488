import { isObject } from '../../base/read.ts';
import * as challengeOperations from '../src/api/challenge-operations.ts';
import type { CombinedChanges } from '../src/api/changes.ts';
import * as codeOperations from '../src/api/code-operations.ts';
import type { DocumentTypes } from '../../embed/cart/transport.ts';
import type { ApiClient, Operation } from '../src/api/client.ts';
import type { Cart, CartAnswer, CartLine, DeliveryGroup, DeliveryOption } from '../src/api/model.ts';
import { combinedDocuments } from '../src/api/combined.ts';
import * as operations from '../src/api/operations.ts';
import type { BindingResult } from '../src/api/operations.ts';
import type { ApprovedAccount, CheckoutData, Country } from '../src/bootstrap/data.ts';
import { AttemptMemory } from '../src/flow/attempt-memory.ts';
import type { Environment } from '../src/flow/environment.ts';
import { reduce } from '../src/flow/reducer.ts';
import { type CheckoutState, type EditingState, INITIAL } from '../src/flow/state.ts';
import { createStore } from '../src/flow/store.ts';
import { Drafts, type Memory } from '../src/form/draft.ts';
import { type DeliveryChoices, emptyAddress, type FormValues } from '../src/form/fields.ts';

/** What tests build on: a cart, a filled-in form, and a page around them. */

export const CART_ID = 'gid://shopify/Cart/ZTEST?key=00112233445566778899aabbccddeeff';
export const CHECKOUT_URL = 'https://shop.example/checkout/ZTEST?key=00112233445566778899aabbccddeeff';
export const CONFIRMATION_URL = 'https://shop.example/checkout/ZTEST/confirmation?key=0011';

export function czk(amount: string): { amount: string; currencyCode: string } {
  return { amount, currencyCode: 'CZK' };
}

export function option(handle: string, more: Partial<DeliveryOption> = {}): DeliveryOption {
  return {
    handle,
    code: handle,
    title: handle,
    description: null,
    promise: null,
    type: 'SHIPPING',
    cost: czk('119.00'),
    discounted: more.cost ?? czk('119.00'),
    cashOnDelivery: true,
    coordinates: null,
    ...more,
  };
}

export function group(options: readonly DeliveryOption[], more: Partial<DeliveryGroup> = {}): DeliveryGroup {
  return {
    id: 'group',
    purchase: 'ONE_TIME_PURCHASE',
    options,
    outOfStock: false,
    pending: false,
    changed: false,
    selectedHandle: null,
    ...more,
  };
}

/** Ways that are chosen for what is bought once and for what renews. */
export function chosen(handle: string | null, subscription: string | null = null): DeliveryChoices {
  return {
    ONE_TIME_PURCHASE: { code: handle, handle },
    SUBSCRIPTION: { code: subscription, handle: subscription },
  };
}

export function line(id: string, more: Partial<CartLine> = {}): CartLine {
  return {
    planned: null,
    planName: null,
    id,
    parentId: null,
    merchandiseId: `variant-${id}`,
    quantity: 1,
    title: 'Hrnek',
    variantTitle: null,
    image: null,
    unitPrice: czk('390.00'),
    compareAtPrice: null,
    total: czk('390.00'),
    discounts: [],
    requiresShipping: true,
    giftCard: false,
    attributes: [],
    ...more,
  };
}

export function cart(more: Partial<Cart> = {}): Cart {
  return {
    id: CART_ID,
    totalQuantity: 1,
    note: null,
    attributes: [],
    email: null,
    phone: null,
    countryCode: 'CZ',
    address: null,
    lines: [line('1')],
    groups: [group([option('ppl'), option('posta', { cashOnDelivery: false })], { selectedHandle: 'ppl' })],
    requiresShipping: true,
    codes: [],
    discounts: [],
    giftCards: [],
    subtotal: czk('390.00'),
    total: czk('509.00'),
    cashTotal: czk('509.00'),
    tax: czk('88.34'),
    taxIncluded: true,
    duty: null,
    ...more,
  };
}

export function form(more: Partial<FormValues> = {}): FormValues {
  return {
    email: 'jana@example.cz',
    phone: '777 123 456',
    note: '',
    companyId: '',
    vatId: '',
    consent: '',
    delivery: {
      ...emptyAddress('CZ'),
      firstName: 'Jana',
      lastName: 'Nováková',
      address1: 'Kounicova 12',
      city: 'Brno',
      zip: '602 00',
    },
    billing: emptyAddress('CZ'),
    billingSame: true,
    deliveries: chosen('ppl'),
    payment: 'bank_transfer',
    ...more,
  };
}

export function editing(more: Partial<EditingState> = {}): EditingState {
  return {
    kind: 'editing',
    cart: cart(),
    form: form(),
    payments: checkoutData().payments,
    errors: {},
    saving: 'saved',
    stock: null,
    submission: { kind: 'idle' },
    ...more,
  };
}

/** A country whose addresses are written as the Czech ones. */
export function country(code: string, name: string): Country {
  return {
    code,
    name,
    fields: [
      { name: 'address1', required: true },
      { name: 'address2', required: false },
      { name: 'zip', required: true },
      { name: 'city', required: true },
    ],
    zip: { label: 'PSČ', wanted: 'PSČ', valid: 'platné PSČ' },
    zone: { label: 'Kraj', wanted: 'kraj', valid: 'platný kraj' },
    phone: {
      callingCode: '420',
      trunk: '',
      least: 9,
      most: 9,
      firstDigits: '23456789',
      example: '777 123 456',
    },
    zones: [],
  };
}

/** No postal codes, and emirates to choose from. */
export const EMIRATES: Country = {
  ...country('AE', 'Spojené arabské emiráty'),
  fields: [
    { name: 'address1', required: true },
    { name: 'address2', required: false },
    { name: 'province', required: true },
  ],
  zone: { label: 'Emirát', wanted: 'emirát', valid: 'platný emirát' },
  zones: [
    { code: 'AZ', name: 'Abú Zabí' },
    { code: 'DU', name: 'Dubaj' },
  ],
};

export function checkoutData(more: Partial<CheckoutData> = {}): CheckoutData {
  return {
    page: 'checkout',
    cartId: CART_ID,
    checkoutUrl: CHECKOUT_URL,
    confirmationUrl: CONFIRMATION_URL,
    cartUrl: 'https://shop.example/cart',
    api: { endpoint: '/api/unstable/graphql.json', accessToken: 'token' },
    shop: {
      name: 'Sojka',
      currency: 'CZK',
      countries: [country('CZ', 'Česko'), country('SK', 'Slovensko'), EMIRATES],
      companyFields: 'off',
      companyRegister: false,
      carrierRates: false,
      email: 'obchod@example.cz',
      phone: '+420 199 100 525',
      policies: { terms: '/p/terms', privacy: '/p/privacy', withdrawal: '/p/withdrawal' },
    },
    mode: 'test',
    notices: [],
    payments: [
      { kind: 'card', hostedFieldsUrl: 'about:blank' },
      { kind: 'cash_on_delivery' },
      { kind: 'bank_transfer', due: 'Zaplatit stačí do 4. prosince 2026.' },
    ],
    cart: null,
    attempt: null,
    consent: null,
    ownCart: true,
    shopWallet: null,
    ...more,
  };
}

/** An account at PayPal that has approved an order for what is bought once. */
export function account(more: Partial<ApprovedAccount> = {}): ApprovedAccount {
  return {
    kind: 'account',
    account: 'paypal',
    token: 'ORDER-1',
    payerId: 'PAYER',
    email: 'eva@example.cz',
    expiresAt: '2026-11-20T15:00:00Z',
    agreement: false,
    renews: false,
    approval: more.token ?? 'ORDER-1',
    amazon: null,
    ...more,
  };
}

/** A buyer's choice at Amazon, as the server writes it; the values are those of `form()`. */
export function amazonChoice(more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    scriptUrl: '/sandbox/amazon-pay/checkout.js',
    fields: {
      email: 'jana@example.cz',
      phone: '+420777123456',
      'delivery.firstName': 'Jana',
      'delivery.lastName': 'Nováková',
      'delivery.address1': 'Kounicova 12',
      'delivery.city': 'Brno',
      'delivery.zip': '60200',
      'delivery.country': 'CZ',
    },
    contact: ['jana@example.cz', '+420777123456'],
    address: ['Jana Nováková', 'Kounicova 12', '602 00 Brno', 'Česko'],
    isAddressUnusable: false,
    ...more,
  };
}

/** Storage that lives as long as a test. */
export function memory(): Memory & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      entries.set(key, value);
    },
    removeItem: (key) => {
      entries.delete(key);
    },
  };
}

export interface Call {
  readonly name: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Handler = (variables: Readonly<Record<string, unknown>>, times: number) => unknown;

/** What the build tells the server of the checkout's documents (web/build/lib/documents.mjs). */
const OWN_DOCUMENTS = new Set([
  ...[operations, codeOperations, challengeOperations]
    .flatMap((module) => Object.values<unknown>(module))
    .flatMap((exported) => (isObject(exported) && 'query' in exported ? [exported['query']] : [])),
  ...combinedDocuments(),
]);

/** An API that answers by operation name and remembers what it was asked. A handler may throw, or return a promise. */
export function fakeApi(handlers: Readonly<Record<string, Handler>>): ApiClient & {
  /** What was done, each change by itself. */
  readonly calls: Call[];
  /** What was sent. */
  readonly requests: string[];
} {
  const calls: Call[] = [];
  const requests: string[] = [];
  return {
    calls,
    requests,
    run: async <Types extends DocumentTypes, Out>(
      operation: Operation<Types, Out>,
      variables: Types['variables'],
    ): Promise<Out> => {
      const given = variables as Readonly<Record<string, unknown>>;
      const does = (name: string): unknown => {
        const handler = handlers[name];
        if (handler === undefined) throw new Error(`unexpected ${name}`);
        calls.push({ name, variables: given });
        return handler(given, calls.filter((call) => call.name === name).length);
      };
      if (!OWN_DOCUMENTS.has(operation.query)) throw new Error(`the server does not know ${operation.query}`);
      requests.push(operation.name);
      if (!isTogether(operation)) return (await does(operation.name)) as Out;
      const done: unknown[] = [];
      for (const field of operation.fields) done.push(await does(field));
      return allOf(done) as Out;
    },
  };
}

const isTogether = <Types extends DocumentTypes, Out>(
  operation: Operation<Types, Out>,
): operation is Operation<Types, Out> & Pick<CombinedChanges<Out>, 'fields'> => 'fields' in operation;

/** What a request of several changes answers, from what each answers by itself. */
function allOf(done: readonly unknown[]): CartAnswer | BindingResult {
  const isChange = (each: unknown): each is CartAnswer =>
    typeof each === 'object' && each !== null && 'cart' in each;
  const changes = done.filter(isChange);
  const prepared = done.find((each) => !isChange(each));
  const all: CartAnswer = {
    cart: changes.at(-1)?.cart ?? null,
    errors: changes.flatMap((each) => each.errors),
    warnings: changes.flatMap((each) => each.warnings),
  };
  return prepared === undefined ? all : { answer: all, prepared: prepared as BindingResult['prepared'] };
}

export function answer(more: Partial<CartAnswer> = {}): CartAnswer {
  return { cart: cart(), errors: [], warnings: [], ...more };
}

/** A server where everything goes well; tests replace what they are about. */
export const WELL: Readonly<Record<string, Handler>> = {
  cart: () => cart(),
  cartBuyerIdentityUpdate: () => answer(),
  cartDeliveryAddressesReplace: () => answer(),
  cartSelectedDeliveryOptionsUpdate: () => answer(),
  cartBillingAddressUpdate: () => answer(),
  cartNoteUpdate: () => answer(),
  cartAttributesUpdate: () => answer(),
  cartPaymentUpdate: () => answer(),
  cartPrepareForCompletion: () => ({ result: { kind: 'ready' }, errors: [] }),
  cartSubmitForCompletion: () => ({
    result: { kind: 'success', attemptId: 'attempt-1', redirectUrl: CONFIRMATION_URL },
    errors: [],
  }),
};

export interface Page {
  readonly environment: Omit<Environment, 'card' | 'keep'>;
  readonly visited: { how: 'open' | 'replace'; url: string }[];
  readonly waits: number[];
  readonly state: () => CheckoutState;
}

/** Everything around a flow, with navigation and waiting written down instead of done. */
export function page(
  api: ApiClient,
  data: CheckoutData = checkoutData(),
  storage: Memory = memory(),
  makeToken?: () => string,
): Page {
  const visited: Page['visited'] = [];
  const waits: number[] = [];
  const store = createStore(INITIAL, (state: CheckoutState, action: Parameters<typeof reduce>[1]) =>
    reduce(state, action, data.payments),
  );
  return {
    visited,
    waits,
    state: store.get,
    environment: {
      data,
      api,
      store,
      attempts: new AttemptMemory(storage, 'ZTEST', makeToken),
      drafts: new Drafts(storage, 'ZTEST'),
      navigator: {
        here: () => CHECKOUT_URL,
        open: (url) => {
          visited.push({ how: 'open', url });
        },
        replace: (url) => {
          visited.push({ how: 'replace', url });
        },
      },
      now: () => Date.parse('2026-11-20T12:00:00Z'),
      wait: (milliseconds, signal) => {
        waits.push(milliseconds);
        return signal.aborted ? Promise.reject(new DOMException('', 'AbortError')) : Promise.resolve();
      },
    },
  };
}
