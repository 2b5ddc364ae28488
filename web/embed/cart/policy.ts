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
  /** HTML with a few plain tags and no attributes: the server has removed everything else. */
  body: text,
});

/** The policy that buyers of a subscription agree to. */
export type SubscriptionPolicy = Decoded<typeof policy>;

/** Fetches the policy; null if the shop has none. */
export const fetchSubscriptionPolicy = (
  client: CartClient,
  options: RequestOptions,
): Promise<SubscriptionPolicy | null> =>
  runOperation(client, SUBSCRIPTION_POLICY, {}, options, nullable(policy));
