import { vi } from 'vitest';
import { createCartClient } from '../cart/client.ts';
import { INSTRUMENTS } from '../flows/instruments.ts';
import { createPageLock } from '../flows/page-lock.ts';
import type { SheetRequest } from '../flows/request.ts';
import { openWalletSheet } from '../flows/sheet/index.ts';
import { operations as applePay } from '../wallets/apple-pay/operations.ts';
import { operations as payPal } from '../wallets/paypal/operations.ts';
import type {
  AuthorisedPayment,
  IneligibleReason,
  SheetContact,
  SheetHandlers,
} from '../wallets/protocol.ts';
import { answer, CHECKOUT_URL } from './api.ts';

const crowns = (amount: string) => ({ amount, currencyCode: 'CZK' });

/** A way to deliver, as the API answers it. */
export const option = (handle: string, over: Record<string, unknown> = {}) => ({
  handle,
  title: handle.toUpperCase(),
  description: null,
  deliveryPromise: null,
  deliveryMethodType: 'SHIPPING',
  estimatedCost: crowns('99.00'),
  ...over,
});

/** A delivery group, as the API answers it. */
export const group = (over: Record<string, unknown> = {}) => ({
  id: 'group-1',
  isPending: false,
  selectionHasChanged: false,
  selectedDeliveryOption: { handle: 'ppl' },
  deliveryOptions: [option('ppl'), option('posta')],
  ...over,
});

/** The plan of a line, as the API answers it where nothing recurs. */
export const PLANNED = {
  priceAdjustments: [],
  sellingPlan: { id: 'plan', billingPolicy: null, priceAdjustments: [] },
};

/** A cart as `...CartSnapshot` asks for it: goods for 1290, delivery for 99. */
export const snapshotFields = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'gid://shopify/Cart/ZTOKEN?key=abc',
  checkoutUrl: CHECKOUT_URL,
  cost: {
    totalAmount: crowns('1389.00'),
    subtotalAmount: crowns('1290.00'),
    totalTaxAmount: crowns('241.07'),
    taxesIncluded: true,
    totalDutyAmount: null,
  },
  discountAllocations: [],
  appliedGiftCards: [],
  discountCodes: [],
  lines: {
    nodes: [
      {
        quantity: 1,
        discountAllocations: [],
        merchandise: { requiresShipping: true },
        sellingPlanAllocation: null,
      },
    ],
  },
  deliveryGroups: { nodes: [group()] },
  ...over,
});

/** Costs with this total. */
export const costing = (total: string, currencyCode = 'CZK') => ({
  totalAmount: { amount: total, currencyCode },
  subtotalAmount: { amount: total, currencyCode },
  totalTaxAmount: null,
  taxesIncluded: true,
  totalDutyAmount: null,
});

type Payload = Record<string, unknown>;
/** What the scripted server answers to an operation. */
export type Reply = Payload | Error | (() => Promise<Response>);

/** A mutation's payload. */
export const payload = (over: Payload = {}): Payload => ({
  cart: snapshotFields(),
  userErrors: [],
  warnings: [],
  ...over,
});

/** A mutation's payload with one error. */
export const refused = (code: string, field: readonly string[] = [], message = 'Zpráva'): Payload =>
  payload({ userErrors: [{ code, field, message }] });

/** A submission's payload. */
export const submitted = (type: string, over: Payload = {}): Payload => ({
  result: { __typename: type, ...over },
  userErrors: [],
});

export const ORDER_URL = 'https://shop.example/orders/1';
export const SUCCESS = submitted('SubmitSuccess', { redirectUrl: ORDER_URL });

const DEFAULTS: Readonly<Record<string, Payload>> = {
  cart: snapshotFields(),
  cartSubmitForCompletion: SUCCESS,
  cartRemovePersonalData: { userErrors: [] },
};

/** Replaces `fetch` by a server that answers operations by name; the last reply of a script repeats. */
export function scriptedServer(script: Readonly<Record<string, Reply | readonly Reply[]>> = {}) {
  const calls: { name: string; variables: Record<string, unknown>; init: RequestInit }[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, init = {}) => {
      const name = new URL(url as string).searchParams.get('operation_name') ?? '';
      const before = calls.filter((call) => call.name === name).length;
      const { variables } = JSON.parse(init.body as string) as { variables: Record<string, unknown> };
      calls.push({ name, variables, init });
      init.signal?.throwIfAborted();
      const replies = [script[name] ?? DEFAULTS[name] ?? payload()].flat();
      const reply = replies[Math.min(before, replies.length - 1)] ?? payload();
      if (reply instanceof Error) throw reply;
      return typeof reply === 'function' ? reply() : answer({ data: { [name]: reply } });
    }),
  );
  return { calls, names: () => calls.map(({ name }) => name) };
}

/** A server that never answers. */
export const silence = (): Promise<Response> => new Promise(() => undefined);

export const contact = (over: Partial<SheetContact> = {}): SheetContact => ({
  firstName: 'Jana',
  lastName: 'Nováková',
  company: null,
  address1: 'Dlouhá 1',
  address2: null,
  city: 'Praha',
  zip: '11000',
  province: null,
  country: 'CZ',
  phone: '+420601234567',
  ...over,
});

export const authorisation = (over: Partial<AuthorisedPayment> = {}): AuthorisedPayment => ({
  email: 'jana@example.cz',
  shipping: contact(),
  billing: contact(),
  optionId: 'ppl',
  content: { input: 'googlePayWalletContent', fields: { signature: 's' } },
  ...over,
});

/** Opens a sheet whose handlers the test calls; what happens is written down in order. */
export function openSheet(over: Partial<SheetRequest> = {}, ineligible: IneligibleReason | null = null) {
  const log: [string, unknown?][] = [];
  const host = new EventTarget();
  for (const name of ['start', 'complete', 'error', 'unavailable'])
    host.addEventListener(`accelerated-checkout:${name}`, (event) => {
      log.push([name, (event as CustomEvent<unknown>).detail]);
    });
  const metrics: unknown[] = [];
  host.addEventListener('accelerated-checkout:metric', (event) => {
    metrics.push((event as CustomEvent<unknown>).detail);
  });
  const lock = createPageLock();
  const close = vi.fn();
  const leaving = new AbortController();
  let handlers: SheetHandlers | null = null;
  const request: SheetRequest = {
    host,
    instrument: INSTRUMENTS.google_pay,
    adapter: {
      check: () => Promise.resolve({ eligible: true }),
      open: (_setup, given) => {
        handlers = given;
        return ineligible ?? { close };
      },
      operations: { ...applePay, ...payPal },
    },
    source: {
      kind: 'line',
      line: {
        variantId: 1,
        quantity: 1,
        merchandiseId: 'gid://shopify/ProductVariant/1',
        sellingPlanId: null,
        lineItemProperties: [],
      },
    },
    requiresShipping: true,
    hasSellingPlan: false,
    buyerCountry: 'CZ',
    buyerCurrency: 'CZK',
    shopName: 'Světluška',
    lock,
    client: () =>
      createCartClient({
        origin: 'https://shop.example',
        accessToken: 't',
        country: 'CZ',
        locale: 'cs',
        retries: 0,
      }),
    showDialog: (text) => log.push(['dialog', text]),
    refused: () => log.push(['refused']),
    navigate: (url) => log.push(['navigate', url]),
    signal: leaving.signal,
    busy: (busy) => log.push([busy ? 'busy' : 'free']),
    ...over,
  };
  openWalletSheet(request);
  return {
    log,
    metrics,
    names: () => log.map(([name]) => name),
    last: (name: string) => log.findLast(([each]) => each === name)?.[1],
    lock,
    close,
    leaving,
    request,
    get handlers(): SheetHandlers {
      if (handlers === null) throw new Error('The sheet was not opened');
      return handlers;
    },
  };
}
