import { ALLOCATION } from '../../../embed/cart/recurring.ts';

/** The language of every answer. */
export const IN_CZECH = '@inContext(language: CS)';

const DISCOUNTS = `discountAllocations {
    discountedAmount { amount currencyCode }
    ... on CartCodeDiscountAllocation { code }
    ... on CartAutomaticDiscountAllocation { title }
  }`;

/** The part of the cart in every answer. */
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
        discountedCost { amount currencyCode }
        coordinates { latitude longitude }
      }
      selectedDeliveryOption { handle }
      selectionHasChanged
    }
  }
  cost {
    subtotalAmount { amount currencyCode }
    totalAmount { amount currencyCode }
    cashOnDeliveryAmount { amount currencyCode }
    totalTaxAmount { amount currencyCode }
    totalDutyAmount { amount currencyCode }
    taxesIncluded
  }
}`;

/** The same with prices that carriers quote: they come in a part of their own. */
export const RATED_FIELDS = CART_FIELDS.replace(
  'deliveryGroups(first: 10)',
  'deliveryGroups(first: 10, withCarrierRates: true)',
);

/** One change within a mutation: its field, and the argument that it has beside the cart's id. */
export interface ChangeField {
  readonly field: string;
  readonly argument: string;
  /** The argument's type. */
  readonly type: string;
  /** It changes carrier rates, so its answer contains them. */
  readonly rated: boolean;
}

export const USER_ERRORS = 'userErrors { code field message }';
const ANSWERED_CART = 'cart { ...CheckoutCart }';

/**
 * A mutation that performs these changes one after the other. Only the last one returns the cart, which includes all of them.
 * `also` is appended.
 */
export function changing(name: string, changes: readonly ChangeField[], also = ''): string {
  const isRated = changes.some(({ rated }) => rated);
  const answer = isRated ? `... @defer { ${ANSWERED_CART} }` : ANSWERED_CART;
  const fields = changes.map(({ field, argument }, place) => {
    const cart = place === changes.length - 1 ? answer : '';
    return `${field}(cartId: $cartId, ${argument}: $${argument}) { ${cart} ${USER_ERRORS} warnings { code target message } }`;
  });
  const parameters = ['$cartId: ID!', ...changes.map(({ argument, type }) => `$${argument}: ${type}`)];
  return `mutation ${name}(${parameters.join(', ')}) ${IN_CZECH} {
${fields.join('\n')}
${also}
}
${isRated ? RATED_FIELDS : CART_FIELDS}`;
}

/** The cart within the page, without carrier rates. */
export const PAGE_CART = `query cart($id: ID!) ${IN_CZECH} {
  cart(id: $id) { ...CheckoutCart }
}
${CART_FIELDS}`;
