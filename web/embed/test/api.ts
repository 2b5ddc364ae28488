import { vi, type Mock } from 'vitest';

/** A JSON answer of the API. */
export const answer = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' }, ...init });

/** Replaces `fetch` by these answers, one per call; the last one repeats. Errors are thrown. */
export function stubFetch(...answers: (Response | Error | (() => Promise<Response>))[]): Mock<typeof fetch> {
  let call = 0;
  const fetched = vi.fn<typeof fetch>(async () => {
    const next = answers[Math.min(call, answers.length - 1)];
    call += 1;
    if (next === undefined || next instanceof Error) throw next ?? new Error('No answer');
    return typeof next === 'function' ? next() : next.clone();
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

/** One call as the server sees it. */
export interface SentRequest {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: { readonly query: string; readonly variables: Record<string, unknown> };
  readonly init: RequestInit;
}

/** The n-th call made. */
export function sent(fetched: Mock<typeof fetch>, call = 0): SentRequest {
  const [url, init = {}] = fetched.mock.calls[call] ?? [];
  if (typeof url !== 'string' || typeof init.body !== 'string') throw new Error(`There was no call ${call}`);
  return {
    url: new URL(url),
    headers: new Headers(init.headers),
    body: JSON.parse(init.body) as SentRequest['body'],
    init,
  };
}

export const CHECKOUT_URL = 'https://shop.example/checkout/ZTOKEN?key=abc';

/** A cart as `cartCreate` answers it. */
export const cartFields = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'gid://shopify/Cart/ZTOKEN?key=abc',
  checkoutUrl: CHECKOUT_URL,
  cost: { totalAmount: { amount: '1290.00', currencyCode: 'CZK' } },
  lines: { nodes: [{ quantity: 1 }] },
  ...over,
});

/** A whole answer to `cartCreate`. */
export const created = (over: Record<string, unknown> = {}): Response =>
  answer({ data: { cartCreate: { cart: cartFields(), userErrors: [], warnings: [], ...over } } });
