import { pause } from '../../base/wait.ts';
import { CART_CLIENT_RETRY_STATUSES, CART_CLIENT_RETRY_WAIT_MS } from '../constants.ts';

/** How a client reaches the API and retries. */
export interface PostConfig {
  /** Of the API, without a query. */
  readonly url: string;
  readonly accessToken: string;
  /** The maximum number of retries. */
  readonly retries: number;
  /**
   * Makes one try; the platform's own `fetch` if not given. To have a failed try repeated, return a response of status 503;
   * its `Retry-After` is optional.
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** The request of one call. Its headers are added to those of every call. */
export type PostInit = Omit<RequestInit, 'method' | 'body' | 'headers'> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** Sends an operation, with retries, and returns the last response, whatever its status. */
export async function post(
  { url, accessToken, retries, fetch: send = fetch }: PostConfig,
  name: string,
  body: object,
  init: PostInit,
): Promise<Response> {
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'X-Shopify-Storefront-Access-Token': accessToken,
    ...init.headers,
  };
  const request = { ...init, method: 'POST', headers, body: JSON.stringify(body) };
  for (let tried = 0; ; tried += 1) {
    const response = await send(`${url}?operation_name=${encodeURIComponent(name)}`, request);
    if (tried >= retries || !CART_CLIENT_RETRY_STATUSES.includes(response.status)) return response;
    // In seconds, as HTTP has it.
    const asked = Number(response.headers.get('Retry-After') ?? Number.NaN) * 1000;
    await pause(asked >= 0 ? asked : CART_CLIENT_RETRY_WAIT_MS, init.signal);
  }
}
