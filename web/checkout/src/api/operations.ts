import { array, boolean, type Decoder, nullable, number, object, string, tagged } from '../decode.ts';
import { answers, change, type Together, type Wanted } from './changes.ts';
import type { Operation } from './client.ts';
import { cart, userErrors } from './decode-cart.ts';
import { ATTEMPT, CART, changing, PREPARE, PREPARE_FIELD, SUBMIT } from './documents.ts';
import type {
  AttemptResult,
  Attribute,
  CaptchaSolution,
  Cart,
  CartAnswer,
  CodedError,
  DeliveryAddressInput,
  MailingAddressInput,
  PaymentInput,
  PrepareResult,
  SubmitResult,
  UserError,
} from './model.ts';

export const fetchCart: Operation<{ readonly id: string }, Cart | null> = {
  name: 'cart',
  document: CART,
  decode: (value, path) => object({ cart: nullable(cart) })(value, path).cart,
};

export const updateBuyer = change<{
  readonly buyerIdentity: {
    readonly email?: string;
    readonly phone?: string;
    readonly countryCode: string;
  };
}>('cartBuyerIdentityUpdate', '$buyerIdentity: CartBuyerIdentityInput!', 'buyerIdentity: $buyerIdentity');

export const updateAttributes = change<{ readonly attributes: readonly Attribute[] }>(
  'cartAttributesUpdate',
  '$attributes: [AttributeInput!]!',
  'attributes: $attributes',
);

export interface SelectableAddress {
  readonly address: { readonly deliveryAddress: DeliveryAddressInput };
  readonly selected: true;
  readonly validationStrategy: 'COUNTRY_CODE_ONLY' | 'STRICT';
}

export const replaceAddress = change<{ readonly addresses: readonly SelectableAddress[] }>(
  'cartDeliveryAddressesReplace',
  '$addresses: [CartSelectableAddressInput!]!',
  'addresses: $addresses',
  true,
);

/** The way chosen for a delivery group. */
export interface DeliverySelection {
  readonly deliveryGroupId: string;
  readonly deliveryOptionHandle: string;
}

export const selectDelivery = change<{ readonly selectedDeliveryOptions: readonly DeliverySelection[] }>(
  'cartSelectedDeliveryOptionsUpdate',
  '$selectedDeliveryOptions: [CartSelectedDeliveryOptionInput!]!',
  'selectedDeliveryOptions: $selectedDeliveryOptions',
);

export const updateBilling = change<{ readonly billingAddress: MailingAddressInput | null }>(
  'cartBillingAddressUpdate',
  '$billingAddress: MailingAddressInput',
  'billingAddress: $billingAddress',
);

export const updateNote = change<{ readonly note: string }>(
  'cartNoteUpdate',
  '$note: String!',
  'note: $note',
);

export const updateDiscountCodes = change<{ readonly discountCodes: readonly string[] }>(
  'cartDiscountCodesUpdate',
  '$discountCodes: [String!]!',
  'discountCodes: $discountCodes',
);

export const addGiftCards = change<{ readonly giftCardCodes: readonly string[] }>(
  'cartGiftCardCodesAdd',
  '$giftCardCodes: [String!]!',
  'giftCardCodes: $giftCardCodes',
);

export const removeGiftCards = change<{ readonly appliedGiftCardIds: readonly string[] }>(
  'cartGiftCardCodesRemove',
  '$appliedGiftCardIds: [ID!]!',
  'appliedGiftCardIds: $appliedGiftCardIds',
);

export const updateLines = change<{
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
}>('cartLinesUpdate', '$lines: [CartLineUpdateInput!]!', 'lines: $lines');

export const updatePayment = change<{ readonly payment: PaymentInput }>(
  'cartPaymentUpdate',
  '$payment: CartPaymentInput!',
  'payment: $payment',
);

/** The answer of the two steps that end a checkout: no result means that the arguments were refused. */
export interface StepAnswer<R> {
  readonly result: R | null;
  readonly errors: readonly UserError[];
}

const codedErrors: Decoder<readonly CodedError[]> = array(
  object({ code: string, message: nullable(string) }),
);

const notReady = object({ errors: codedErrors });
const pollAfter = object({ pollAfter: string });

const prepareResult: Decoder<PrepareResult> = tagged('__typename', {
  CartStatusReady: (): PrepareResult => ({ kind: 'ready' }),
  CartStatusNotReady: (value, path): PrepareResult => ({
    kind: 'not_ready',
    ...notReady(value, path),
  }),
  CartThrottled: (value, path): PrepareResult => ({ kind: 'throttled', ...pollAfter(value, path) }),
});

const accepted = object({ attemptId: string, redirectUrl: string });
const captcha = object({ challenge: string, difficulty: number, question: nullable(string) });
const failedResult = object({ errors: codedErrors });
const failedSubmit = object({ captcha: nullable(captcha), errors: codedErrors });

function failed(value: unknown, path: string): SubmitResult {
  const { captcha: challenge, errors } = failedSubmit(value, path);
  return challenge === null ? { kind: 'failed', errors } : { kind: 'captcha', challenge };
}

const attemptOnly = object({ attemptId: string });

const submitResult: Decoder<SubmitResult> = tagged('__typename', {
  SubmitSuccess: (value, path): SubmitResult => ({ kind: 'success', ...accepted(value, path) }),
  SubmitThrottled: (value, path): SubmitResult => ({
    kind: 'throttled',
    ...pollAfter(value, path),
  }),
  SubmitFailed: failed,
  SubmitAlreadyAccepted: (value, path): SubmitResult => ({
    kind: 'already_accepted',
    ...attemptOnly(value, path),
  }),
});

function step<R>(field: string, result: Decoder<R>): Decoder<StepAnswer<R>> {
  const payload = object({ result: nullable(result), userErrors });
  return (value, path) => {
    const raw = object({ payload })({ payload: readField(value, path, field) }, path).payload;
    return { result: raw.result, errors: raw.userErrors };
  };
}

function readField(value: unknown, path: string, field: string): unknown {
  return object({ [field]: (inner: unknown) => inner })(value, path)[field];
}

const PREPARED = 'cartPrepareForCompletion';
const prepared = step(PREPARED, prepareResult);

export const prepare: Operation<{ readonly cartId: string }, StepAnswer<PrepareResult>> = {
  name: PREPARED,
  document: PREPARE,
  decode: prepared,
};

/** What came of binding a payment, and whether the cart can become an order with it. */
export interface Bound {
  readonly answer: CartAnswer;
  readonly prepared: StepAnswer<PrepareResult>;
}

/** Makes the last changes before the order, the payment among them, and asks in the same request whether it can be made. */
export function bindAndPrepare(wanted: readonly Wanted[]): Together<Bound> {
  const name = 'checkoutPay';
  const changes = wanted.map((each) => each.change);
  const bound = answers(changes);
  return {
    name,
    document: changing(name, changes, PREPARE_FIELD),
    decode: (value, path) => ({ answer: bound(value, path), prepared: prepared(value, path) }),
    fields: [...changes.map(({ field }) => field), PREPARED],
  };
}

/** The server itself waits for a gateway up to its inline deadline. */
const SUBMIT_DEADLINE = 35_000;

export const submit: Operation<
  { readonly cartId: string; readonly attemptToken: string; readonly captcha: CaptchaSolution | null },
  StepAnswer<SubmitResult>
> = {
  name: 'cartSubmitForCompletion',
  document: SUBMIT,
  decode: step('cartSubmitForCompletion', submitResult),
  deadline: SUBMIT_DEADLINE,
};

const processing = object({ pollDelay: number, underReview: boolean });
const challenge = object({ action: nullable(object({ redirectUrl: string })) });
const success = object({ orderUrl: string });

const attemptResult: Decoder<AttemptResult> = tagged('__typename', {
  CartCompletionProcessing: (value, path): AttemptResult => {
    const { pollDelay, underReview } = processing(value, path);
    return underReview ? { kind: 'in_review' } : { kind: 'processing', pollDelay };
  },
  CartCompletionActionRequired: (value, path): AttemptResult => {
    const { action } = challenge(value, path);
    // An action without an address cannot be taken; the server will say more at the next poll.
    return action === null
      ? { kind: 'processing', pollDelay: 1_000 }
      : { kind: 'action_required', redirectUrl: action.redirectUrl };
  },
  CartCompletionFailed: (value, path): AttemptResult => ({
    kind: 'failed',
    ...failedResult(value, path),
  }),
  CartCompletionSuccess: (value, path): AttemptResult => ({
    kind: 'success',
    ...success(value, path),
  }),
});

export const fetchAttempt: Operation<{ readonly attemptId: string }, AttemptResult | null> = {
  name: 'cartCompletionAttempt',
  document: ATTEMPT,
  decode: (value, path) =>
    object({ cartCompletionAttempt: nullable(attemptResult) })(value, path).cartCompletionAttempt,
};
