import { type Decoded, nullable, object, text } from '../../base/decode.ts';
import { runOperation } from './run-operation.ts';
import type { CartClient } from './client.ts';
import { CONTEXT } from './context.ts';
import type { SubscriptionPolicyDocument } from './documents.types.ts';
import type { CartOperation, RequestOptions } from './transport.ts';

export const SUBSCRIPTION_POLICY: CartOperation<SubscriptionPolicyDocument> = {
  name: 'subscriptionPolicy',
  query: `query subscriptionPolicy(${CONTEXT}{subscriptionPolicy{title body}}`,
};

const policy = object({
  title: text,
  /** HTML of a few plain tags without attributes: the server has taken everything else out. */
  body: text,
});

/** What buyers agree to when they subscribe. */
export type SubscriptionPolicy = Decoded<typeof policy>;

/** The policy; null where the shop has none. */
export const fetchSubscriptionPolicy = (
  client: CartClient,
  options: RequestOptions,
): Promise<SubscriptionPolicy | null> =>
  runOperation(client, SUBSCRIPTION_POLICY, {}, options, nullable(policy));
