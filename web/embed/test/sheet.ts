import { vi } from 'vitest';
import { createCartClient } from '../cart/checked-client.ts';
import { INSTRUMENTS } from '../flows/instruments.ts';
import { createPageLock } from '../flows/page-lock.ts';
import type { SheetRequest } from '../flows/request.ts';
import { openWalletSheet } from '../flows/sheet/index.ts';
import { operations as applePay } from '../wallets/apple-pay/operations.ts';
import { operations as payPal } from '../wallets/paypal/operations.ts';
import type { IneligibleReason, SheetHandlers } from '../wallets/protocol.ts';
import { answer } from './api.ts';
import { payload, snapshotFields, SUCCESS, type Payload } from './cart-data.ts';

export * from './cart-data.ts';

/** What the scripted server answers to an operation. */
export type Reply = Payload | Error | (() => Promise<Response>);

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
    shop: { origin: 'https://shop.example', accessToken: 't' },
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
