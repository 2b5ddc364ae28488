import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { answer } from '../../embed/test/api.ts';
import { payload, snapshotFields, SUCCESS, type Payload } from '../../embed/test/cart-data.ts';
import type { Fault } from './faults.ts';
import { MANIFEST } from './manifest.ts';

/** A call that the server received. */
export interface Call {
  readonly name: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly init: RequestInit;
}

interface Document {
  readonly query: string;
}

/** The documents that the server keeps prepared. */
const { documents } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { documents: readonly string[] };

/** The vendor's answer to merchant validation. */
export const MERCHANT_SESSION = { nonce: 'n', signature: 's' };

const ADDRESS = {
  firstName: 'Jana',
  lastName: 'Nováková',
  company: null,
  address1: 'Dlouhá 1',
  address2: null,
  city: 'Praha',
  zip: '11000',
  provinceCode: null,
  countryCodeV2: 'CZ',
  phone: '+420601234567',
};

const ANSWERS: Readonly<Record<string, Payload>> = {
  applePaySessionCreate: { body: JSON.stringify(MERCHANT_SESSION), userErrors: [] },
  cartDiscountCodesUpdate: payload({
    cart: snapshotFields({ discountCodes: [{ code: 'VITEJTE', applicable: true }] }),
  }),
  paypalTokenCreate: { token: 'ORDER-1', userErrors: [] },
  paypalBuyerDetailsFetch: {
    details: {
      email: 'jana@example.cz',
      payerId: 'PAYER',
      expiresAt: '2030-01-01T00:00:00.000Z',
      remoteOrderId: 'ORDER-1',
      destinationAddress: ADDRESS,
      billingAddress: ADDRESS,
    },
    userErrors: [],
  },
  cartSubmitForCompletion: SUCCESS,
  cartRemovePersonalData: { userErrors: [] },
};

/** Replaces `fetch` by a cart API whose operations can be made to fail. Every mutation returns `cart`. */
export class ScriptedServer {
  readonly calls: Call[] = [];
  readonly #faults = new Map<string, { readonly fault: Fault; left: number }>();
  readonly #own = new Map<string, Payload>();

  constructor(private readonly cart: Payload = snapshotFields()) {
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => this.#answer(url, init));
  }

  /** Sets the operation's answer. */
  answers(operation: string, data: Payload): void {
    this.#own.set(operation, data);
  }

  /** Makes the next calls of the operation fail, this often. */
  fails(operation: string, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#faults.set(operation, { fault, left: times });
  }

  /** Removes all faults. */
  heal(): void {
    this.#faults.clear();
  }

  names(): readonly string[] {
    return this.calls.map(({ name }) => name);
  }

  /** The calls of one operation. */
  of(operation: string): readonly Call[] {
    return this.calls.filter(({ name }) => name === operation);
  }

  #answer(url: string, init: RequestInit): Promise<Response> {
    const name = new URL(url, 'https://shop.example').searchParams.get('operation_name') ?? '';
    const { query, variables } = JSON.parse(init.body as string) as Pick<Call, 'variables'> & Document;
    if (!documents.includes(query)) return Promise.reject(new Error(`the server does not know ${query}`));
    this.calls.push({ name, variables, init });
    const { signal = null } = init;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const failing = this.#faults.get(name);
    if (!failing || failing.left <= 0) return Promise.resolve(answer({ data: { [name]: this.#data(name) } }));
    failing.left -= 1;
    return failing.fault(signal);
  }

  #data(operation: string): Payload {
    const fixed = this.#own.get(operation) ?? ANSWERS[operation];
    return fixed ?? (operation === 'cart' ? this.cart : payload({ cart: this.cart }));
  }
}
