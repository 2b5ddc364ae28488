import { CONTEXT } from './context.ts';
import type { CartClient } from './client.ts';
import { nullable, object, text } from './decode.ts';
import type { CartOperation, RequestOptions } from './transport.ts';

/** What buyers agree to when they subscribe. */
export interface SubscriptionPolicy {
  readonly title: string;
  /** HTML of a few plain tags without attributes: the server has taken everything else out. */
  readonly body: string;
}

const POLICY: CartOperation = {
  name: 'subscriptionPolicy',
  query: `query subscriptionPolicy(${CONTEXT}{subscriptionPolicy{title body}}`,
};

function readPolicy(value: unknown, what: string): SubscriptionPolicy {
  const { title, body } = object(value, what);
  return { title: text(title, 'title'), body: text(body, 'body') };
}

/** The policy; null where the shop has none. */
export async function fetchSubscriptionPolicy(
  client: CartClient,
  options: RequestOptions,
): Promise<SubscriptionPolicy | null> {
  const { subscriptionPolicy } = await client.request(POLICY, {}, options);
  return nullable(readPolicy)(subscriptionPolicy, 'subscriptionPolicy');
}
