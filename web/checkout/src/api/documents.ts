import { ALLOCATION } from '../../../embed/cart/recurring.ts';

const DISCOUNTS = `discountAllocations {
    discountedAmount { amount currencyCode }
    ... on CartCodeDiscountAllocation { code }
    ... on CartAutomaticDiscountAllocation { title }
  }`;

/** What every answer says about the cart. */
const CART_FIELDS = `fragment CheckoutCart on Cart {
  id
  totalQuantity
  note
  attributes { key value }
  buyerIdentity { email phone countryCode }
  delivery {
    addresses(selected: true) {
      address {
        ... on CartDeliveryAddress {
          firstName lastName company address1 address2 city provinceCode zip countryCode
        }
      }
    }
  }
  lines(first: 100) {
    nodes {
      id
      quantity
      attributes { key value }
      ${DISCOUNTS}
      ... on CartLine { parentRelationship { parent { id } } }
      sellingPlanAllocation { sellingPlan { name } }
      ${ALLOCATION}
      cost {
        amountPerQuantity { amount currencyCode }
        compareAtAmountPerQuantity { amount currencyCode }
        totalAmount { amount currencyCode }
      }
      merchandise {
        ... on ProductVariant {
          id title requiresShipping
          image { url }
          product { title isGiftCard }
        }
      }
    }
  }
  discountCodes { code applicable }
  ${DISCOUNTS}
  appliedGiftCards { id lastCharacters amountUsed { amount currencyCode } }
  deliveryGroups(first: 10) {
    nodes {
      id
      groupType
      isOutOfStock
      isPending
      deliveryOptions {
        handle code title description deliveryPromise deliveryMethodType cashOnDelivery
        estimatedCost { amount currencyCode }
      }
      selectedDeliveryOption { handle }
      selectionHasChanged
    }
  }
  cost {
    subtotalAmount { amount currencyCode }
    totalAmount { amount currencyCode }
    totalTaxAmount { amount currencyCode }
    totalDutyAmount { amount currencyCode }
    taxesIncluded
  }
}`;

/** The same with prices that carriers quote: they come in a part of their own. */
const RATED_FIELDS = CART_FIELDS.replace(
  'deliveryGroups(first: 10)',
  'deliveryGroups(first: 10, withCarrierRates: true)',
);

/** One change within a mutation: its field, its parameter, and its argument beside the cart's id. */
export interface Change {
  readonly field: string;
  readonly parameter: string;
  readonly argument: string;
  /** It changes what carriers take, so its answer has their prices. */
  readonly rated?: boolean;
}

const FAULTS = 'userErrors { code field message } warnings { code message target }';
const ANSWERED_CART = 'cart { ...CheckoutCart }';

/**
 * A mutation that does these changes one after the other. The last one answers with the cart: it is the one that they have
 * all led to. `also` stands behind them.
 */
export function changing(name: string, changes: readonly Change[], also = ''): string {
  const isRated = changes.some(({ rated }) => rated === true);
  const answer = isRated ? `... @defer { ${ANSWERED_CART} }` : ANSWERED_CART;
  const fields = changes.map(({ field, argument }, place) => {
    const cart = place === changes.length - 1 ? answer : '';
    return `${field}(cartId: $cartId, ${argument}) { ${cart} ${FAULTS} }`;
  });
  const parameters = ['$cartId: ID!', ...changes.map(({ parameter }) => parameter)].join(', ');
  return `mutation ${name}(${parameters}) @inContext(language: CS) {
${fields.join('\n')}
${also}
}
${isRated ? RATED_FIELDS : CART_FIELDS}`;
}

/** The cart that comes with the page: without what a carrier would have to be asked for. */
export const PAGE_CART = `query cart($id: ID!) @inContext(language: CS) {
  cart(id: $id) { ...CheckoutCart }
}
${CART_FIELDS}`;

export const CART = `query cart($id: ID!) @inContext(language: CS) {
  ... @defer { cart(id: $id) { ...CheckoutCart } }
}
${RATED_FIELDS}`;

/** Whether the cart can become an order. */
export const PREPARE_FIELD = `cartPrepareForCompletion(cartId: $cartId) {
    result {
      __typename
      ... on CartStatusNotReady { errors { code message } }
      ... on CartThrottled { pollAfter }
    }
    userErrors { code field message }
  }`;

export const PREPARE = `mutation cartPrepareForCompletion($cartId: ID!) @inContext(language: CS) {
  ${PREPARE_FIELD}
}`;

export const SUBMIT = `mutation cartSubmitForCompletion($cartId: ID!, $attemptToken: String!, $captcha: CaptchaSolutionInput) @inContext(language: CS) {
  cartSubmitForCompletion(cartId: $cartId, attemptToken: $attemptToken, captcha: $captcha) {
    result {
      __typename
      ... on SubmitSuccess { attemptId redirectUrl }
      ... on SubmitThrottled { pollAfter }
      ... on SubmitFailed { captcha { challenge difficulty question } errors { code message } }
      ... on SubmitAlreadyAccepted { attemptId }
    }
    userErrors { code field message }
  }
}`;

export const ATTEMPT = `query cartCompletionAttempt($attemptId: String!) @inContext(language: CS) {
  cartCompletionAttempt(attemptId: $attemptId) {
    __typename
    ... on CartCompletionProcessing { pollDelay underReview }
    ... on CartCompletionActionRequired {
      action { ... on CompletePaymentChallenge { redirectUrl } }
    }
    ... on CartCompletionFailed { errors { code message } }
    ... on CartCompletionSuccess { orderUrl }
  }
}`;
