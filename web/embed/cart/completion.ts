import { type Decoded, type Decoder, list, mapped, nullable, object, text } from '../../base/decode.ts';
import { tagged, variant } from '../../base/decode-choice.ts';
import { runOperation } from './run-operation.ts';
import type { CartClient } from './client.ts';
import { CONTEXT } from './context.ts';
import { textOrEmpty } from './decode.ts';
import type { PrepareDocument, SubmitDocument } from './documents.types.ts';
import type { CartOperation, RequestOptions } from './transport.ts';
import { type CartUserError, userErrors } from './user-error.ts';

export const PREPARE: CartOperation<PrepareDocument> = {
  name: 'cartPrepareForCompletion',
  query: `mutation cartPrepareForCompletion($cartId:ID!${CONTEXT}{cartPrepareForCompletion(cartId:$cartId){result{__typename ...on CartStatusNotReady{errors{code message}}...on CartThrottled{pollAfter}}userErrors{code field message}}}`,
};
export const SUBMIT: CartOperation<SubmitDocument> = {
  name: 'cartSubmitForCompletion',
  query: `mutation cartSubmitForCompletion($cartId:ID!$attemptToken:String!${CONTEXT}{cartSubmitForCompletion(cartId:$cartId,attemptToken:$attemptToken){result{__typename ...on SubmitSuccess{redirectUrl}...on SubmitThrottled{pollAfter}...on SubmitFailed{checkoutUrl errors{code message}}}userErrors{code field message}}}`,
};

const fault = object({
  code: text,
  /** Czech. */
  message: textOrEmpty,
});

/** One reason why a cart cannot become an order. */
export type CompletionFault = Decoded<typeof fault>;

/** Milliseconds since 1970. An unreadable time counts as past; callers apply their own minimum wait. */
const moment = mapped(text, (time) => Date.parse(time) || 0);

const pollAfter = object({ pollAfter: moment });
const errors = list(fault);

const prepared = tagged('__typename', {
  CartStatusReady: variant('CartStatusReady', object({})),
  CartStatusNotReady: variant('CartStatusNotReady', object({ errors })),
  CartThrottled: variant('CartThrottled', pollAfter),
});

const submitted = tagged('__typename', {
  SubmitSuccess: variant('SubmitSuccess', object({ redirectUrl: text })),
  SubmitThrottled: variant('SubmitThrottled', pollAfter),
  SubmitAlreadyAccepted: variant('SubmitAlreadyAccepted', object({})),
  SubmitFailed: variant('SubmitFailed', object({ errors, checkoutUrl: nullable(text) })),
});

/** The call itself was invalid. */
interface Refusal {
  readonly kind: 'refused';
  readonly userErrors: readonly CartUserError[];
}

/** Whether a cart could be completed. */
export type PrepareResult = Decoded<typeof prepared> | Refusal;

/** The result of a submission. */
export type SubmitResult = Decoded<typeof submitted> | Refusal;

const payload = <Out, Raw>(result: Decoder<Out, Raw>) =>
  mapped(
    object({ result: nullable(result), userErrors }),
    (answer): Out | Refusal => answer.result ?? { kind: 'refused', userErrors: answer.userErrors },
  );

/** Asks whether the cart could be completed. */
export const prepareCart = (
  client: CartClient,
  cartId: string,
  options: RequestOptions,
): Promise<PrepareResult> => runOperation(client, PREPARE, { cartId }, options, payload(prepared));

/** Submits the cart. A repeated call with the same token returns the first call's result. */
export const submitCart = (
  client: CartClient,
  cartId: string,
  attemptToken: string,
  options: RequestOptions,
): Promise<SubmitResult> =>
  runOperation(client, SUBMIT, { cartId, attemptToken }, options, payload(submitted));
