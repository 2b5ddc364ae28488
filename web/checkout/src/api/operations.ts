import {
  boolean,
  type Decoder,
  list,
  mapped,
  member,
  nullable,
  number,
  object,
  text,
} from '../../../base/decode.ts';
import { tagged, variant } from '../../../base/decode-choice.ts';
import { userErrors } from '../../../embed/cart/user-error.ts';
import { combinedAnswer, change, type CombinedChanges } from './changes.ts';
import type { Operation } from './client.ts';
import { cart } from './decode-cart.ts';
import { type ChangeField, changing, IN_CZECH, RATED_FIELDS, USER_ERRORS } from './documents.ts';
import type * as api from './documents.types.ts';
import type { AttemptResult, Cart, CartAnswer, PrepareResult, SubmitResult, UserError } from './model.ts';

export const fetchCart: Operation<api.FetchCartDocument, Cart | null> = {
  name: 'cart',
  query: `query cart($id: ID!) ${IN_CZECH} {
  ... @defer { cart(id: $id) { ...CheckoutCart } }
}
${RATED_FIELDS}`,
  decode: member('cart', nullable(cart)),
};

export const updateBuyer = change<api.UpdateBuyerDocument>(
  'cartBuyerIdentityUpdate',
  'buyerIdentity',
  'CartBuyerIdentityInput!',
);

export const updateAttributes = change<api.UpdateAttributesDocument>(
  'cartAttributesUpdate',
  'attributes',
  '[AttributeInput!]!',
);

export const replaceAddress = change<api.ReplaceAddressDocument>(
  'cartDeliveryAddressesReplace',
  'addresses',
  '[CartSelectableAddressInput!]!',
  true,
);

export const selectDelivery = change<api.SelectDeliveryDocument>(
  'cartSelectedDeliveryOptionsUpdate',
  'selectedDeliveryOptions',
  '[CartSelectedDeliveryOptionInput!]!',
);

export const updateBilling = change<api.UpdateBillingDocument>(
  'cartBillingAddressUpdate',
  'billingAddress',
  'MailingAddressInput',
);

export const updateNote = change<api.UpdateNoteDocument>('cartNoteUpdate', 'note', 'String!');

export const updateLines = change<api.UpdateLinesDocument>(
  'cartLinesUpdate',
  'lines',
  '[CartLineUpdateInput!]!',
);

export const updatePayment = change<api.UpdatePaymentDocument>(
  'cartPaymentUpdate',
  'payment',
  'CartPaymentInput!',
);

/** The answer of the two steps that end a checkout: no result means that the arguments were refused. */
export interface StepAnswer<Result> {
  readonly result: Result | null;
  readonly errors: readonly UserError[];
}

/** Reads the payload of a step, which is the field of its name. */
const step = <const Name extends string, Result, Raw>(name: Name, result: Decoder<Result, Raw>) =>
  member(
    name,
    mapped(
      object({ result: nullable(result), userErrors }),
      ({ userErrors: errors, ...answer }): StepAnswer<Result> => ({ ...answer, errors }),
    ),
  );

const pollAfter = object({ pollAfter: text });
const errors = list(object({ code: text, message: nullable(text) }));

const PREPARED = 'cartPrepareForCompletion';

/** Whether the cart can become an order. */
const PREPARE_FIELD = `${PREPARED}(cartId: $cartId) {
  result {
    __typename
    ... on CartStatusNotReady { errors { code message } }
    ... on CartThrottled { pollAfter }
  }
  ${USER_ERRORS}
}`;

const prepareResult = tagged('__typename', {
  CartStatusReady: variant('ready', object({})),
  CartStatusNotReady: variant('not_ready', object({ errors })),
  CartThrottled: variant('throttled', pollAfter),
});

const prepared = step(PREPARED, prepareResult);

export const prepare: Operation<api.PrepareDocument, StepAnswer<PrepareResult>> = {
  name: PREPARED,
  query: `mutation ${PREPARED}($cartId: ID!) ${IN_CZECH} { ${PREPARE_FIELD} }`,
  decode: prepared,
};

/** The result of binding a payment, and whether the cart can then become an order. */
export interface BindingResult {
  readonly answer: CartAnswer;
  readonly prepared: StepAnswer<PrepareResult>;
}

/** Performs the last changes before the order, including the payment, and checks in the same request whether the cart is ready. */
export function bindAndPrepare(changes: readonly ChangeField[]): CombinedChanges<BindingResult> {
  const name = 'checkoutPay';
  const bound = combinedAnswer(changes);
  return {
    name,
    query: changing(name, changes, PREPARE_FIELD),
    decode: (value, path) => ({ answer: bound(value, path), prepared: prepared(value, path) }),
    fields: [...changes.map(({ field }) => field), PREPARED],
  };
}

/** The server itself waits for a gateway up to its inline deadline. */
export const SUBMIT_DEADLINE = 35_000;

const submitResult = tagged('__typename', {
  SubmitSuccess: variant('success', object({ attemptId: text, redirectUrl: text })),
  SubmitThrottled: variant('throttled', pollAfter),
  SubmitFailed: mapped(
    object({
      captcha: nullable(object({ challenge: text, difficulty: number, question: nullable(text) })),
      errors,
    }),
    ({ captcha: challenge, ...failed }): SubmitResult =>
      challenge === null ? { kind: 'failed', ...failed } : { kind: 'captcha', challenge },
  ),
  SubmitAlreadyAccepted: variant('already_accepted', object({ attemptId: text })),
});

export const submit: Operation<api.SubmitDocument, StepAnswer<SubmitResult>> = {
  name: 'cartSubmitForCompletion',
  query: `mutation cartSubmitForCompletion($cartId: ID!, $attemptToken: String!, $captcha: CaptchaSolutionInput) ${IN_CZECH} {
  cartSubmitForCompletion(cartId: $cartId, attemptToken: $attemptToken, captcha: $captcha) {
    result {
      __typename
      ... on SubmitSuccess { attemptId redirectUrl }
      ... on SubmitThrottled { pollAfter }
      ... on SubmitFailed { captcha { challenge difficulty question } errors { code message } }
      ... on SubmitAlreadyAccepted { attemptId }
    }
    ${USER_ERRORS}
  }
}`,
  decode: step('cartSubmitForCompletion', submitResult),
  deadline: SUBMIT_DEADLINE,
};

const attemptResult = tagged('__typename', {
  CartCompletionProcessing: mapped(
    object({ pollDelay: number, underReview: boolean }),
    ({ pollDelay, underReview }): AttemptResult =>
      underReview ? { kind: 'in_review' } : { kind: 'processing', pollDelay },
  ),
  CartCompletionActionRequired: mapped(
    object({ action: nullable(member('redirectUrl', nullable(text))) }),
    // An action without a URL cannot be performed. The next poll returns more.
    ({ action }): AttemptResult =>
      action === null
        ? { kind: 'processing', pollDelay: 1_000 }
        : { kind: 'action_required', redirectUrl: action },
  ),
  CartCompletionFailed: variant('failed', object({ errors })),
  CartCompletionSuccess: variant('success', object({ orderUrl: text })),
});

export const fetchAttempt: Operation<api.FetchAttemptDocument, AttemptResult | null> = {
  name: 'cartCompletionAttempt',
  query: `query cartCompletionAttempt($attemptId: String!) ${IN_CZECH} {
  cartCompletionAttempt(attemptId: $attemptId) {
    __typename
    ... on CartCompletionProcessing { pollDelay underReview }
    ... on CartCompletionActionRequired {
      action { ... on CompletePaymentChallenge { redirectUrl } }
    }
    ... on CartCompletionFailed { errors { code message } }
    ... on CartCompletionSuccess { orderUrl }
  }
}`,
  decode: member('cartCompletionAttempt', nullable(attemptResult)),
};
