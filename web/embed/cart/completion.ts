import { CONTEXT } from './context.ts';
import type { CartClient } from './client.ts';
import { list, nullable, object, text } from './decode.ts';
import { cartClientError, type CartClientError } from './error.ts';
import type { CartOperation, RequestOptions } from './transport.ts';
import { readUserErrors, type CartUserError } from './user-error.ts';

/** One thing that stands in the way of an order. */
export interface CompletionFault {
  readonly code: string;
  /** Czech. */
  readonly message: string;
}

/** Whether a cart could be completed. */
export type PrepareResult =
  | { readonly kind: 'CartStatusReady' }
  | { readonly kind: 'CartStatusNotReady'; readonly errors: readonly CompletionFault[] }
  /** `pollAfter`: milliseconds since 1970. */
  | { readonly kind: 'CartThrottled'; readonly pollAfter: number }
  /** The call itself was wrong. */
  | { readonly kind: 'refused'; readonly userErrors: readonly CartUserError[] };

/** How a submission went. */
export type SubmitResult =
  | { readonly kind: 'SubmitSuccess'; readonly redirectUrl: string }
  /** `pollAfter`: milliseconds since 1970. */
  | { readonly kind: 'SubmitThrottled'; readonly pollAfter: number }
  | { readonly kind: 'SubmitAlreadyAccepted' }
  | {
      readonly kind: 'SubmitFailed';
      readonly errors: readonly CompletionFault[];
      readonly checkoutUrl: string | null;
    }
  | { readonly kind: 'refused'; readonly userErrors: readonly CartUserError[] };

const PREPARE: CartOperation = {
  name: 'cartPrepareForCompletion',
  query: `mutation cartPrepareForCompletion($cartId:ID!${CONTEXT}{cartPrepareForCompletion(cartId:$cartId){result{__typename ...on CartStatusNotReady{errors{code message}}...on CartThrottled{pollAfter}}userErrors{code field message}}}`,
};
const SUBMIT: CartOperation = {
  name: 'cartSubmitForCompletion',
  query: `mutation cartSubmitForCompletion($cartId:ID!$attemptToken:String!${CONTEXT}{cartSubmitForCompletion(cartId:$cartId,attemptToken:$attemptToken){result{__typename ...on SubmitSuccess{redirectUrl}...on SubmitThrottled{pollAfter}...on SubmitFailed{checkoutUrl errors{code message}}}userErrors{code field message}}}`,
};

const faults = (value: unknown): readonly CompletionFault[] =>
  list(value, 'errors').map((each) => {
    const { code, message } = object(each, 'error');
    return { code: text(code, 'code'), message: nullable(text)(message, 'message') ?? '' };
  });

function moment(value: unknown): number {
  const time = Date.parse(text(value, 'pollAfter'));
  // A moment that cannot be read is past: the caller has a least wait of its own.
  return Number.isNaN(time) ? 0 : time;
}

const strange = (type: unknown): CartClientError =>
  cartClientError(`The API's answer is not as agreed: ${String(type)}`, { kind: 'shape' });

/** Asks whether the cart could be completed. */
export async function prepareCart(
  client: CartClient,
  cartId: string,
  options: RequestOptions,
): Promise<PrepareResult> {
  const answer = await client.request(PREPARE, { cartId }, options);
  const payload = object(answer[PREPARE.name], PREPARE.name);
  const result = nullable(object)(payload['result'], 'result');
  if (result === null) return { kind: 'refused', userErrors: readUserErrors(payload['userErrors']) };
  switch (result['__typename']) {
    case 'CartStatusReady':
      return { kind: 'CartStatusReady' };
    case 'CartStatusNotReady':
      return { kind: 'CartStatusNotReady', errors: faults(result['errors']) };
    case 'CartThrottled':
      return { kind: 'CartThrottled', pollAfter: moment(result['pollAfter']) };
    default:
      throw strange(result['__typename']);
  }
}

/** Makes the cart an order. The same token answers what the first call with it led to. */
export async function submitCart(
  client: CartClient,
  cartId: string,
  attemptToken: string,
  options: RequestOptions,
): Promise<SubmitResult> {
  const answer = await client.request(SUBMIT, { cartId, attemptToken }, options);
  const payload = object(answer[SUBMIT.name], SUBMIT.name);
  const result = nullable(object)(payload['result'], 'result');
  if (result === null) return { kind: 'refused', userErrors: readUserErrors(payload['userErrors']) };
  switch (result['__typename']) {
    case 'SubmitSuccess':
      return { kind: 'SubmitSuccess', redirectUrl: text(result['redirectUrl'], 'redirectUrl') };
    case 'SubmitThrottled':
      return { kind: 'SubmitThrottled', pollAfter: moment(result['pollAfter']) };
    case 'SubmitAlreadyAccepted':
      return { kind: 'SubmitAlreadyAccepted' };
    case 'SubmitFailed':
      return {
        kind: 'SubmitFailed',
        errors: faults(result['errors']),
        checkoutUrl: nullable(text)(result['checkoutUrl'], 'checkoutUrl'),
      };
    default:
      throw strange(result['__typename']);
  }
}
