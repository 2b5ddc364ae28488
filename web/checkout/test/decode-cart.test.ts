// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { fetchAttempt, fetchCart, prepare, submit, updateNote } from '../src/api/operations.ts';
import { isDecodeError } from '../../base/decode.ts';

const CZK = (amount: string): object => ({ amount, currencyCode: 'CZK' });

/** An answer as the public schema shapes it. */
const wire = {
  id: 'gid://shopify/Cart/Z?key=1',
  totalQuantity: 2,
  note: null,
  attributes: [],
  buyerIdentity: { email: 'jana@example.cz', phone: null, countryCode: 'CZ' },
  delivery: { addresses: [] },
  discountCodes: [],
  discountAllocations: [{ title: 'Letní sleva', discountedAmount: CZK('10.00') }],
  appliedGiftCards: [],
  lines: {
    nodes: [
      {
        id: 'line-1',
        quantity: 2,
        parentRelationship: { parent: { id: 'line-0' } },
        attributes: [{ key: 'Věnování', value: 'Pro babičku' }],
        sellingPlanAllocation: null,
        discountAllocations: [{ code: 'LETO10', discountedAmount: CZK('39.00') }],
        cost: {
          amountPerQuantity: CZK('390.00'),
          compareAtAmountPerQuantity: null,
          totalAmount: CZK('780.00'),
        },
        merchandise: {
          id: 'variant-1',
          title: 'Default Title',
          requiresShipping: true,
          image: { url: '/hrnek.svg' },
          product: { title: 'Hrnek', isGiftCard: false },
        },
      },
    ],
  },
  deliveryGroups: {
    nodes: [
      {
        id: 'group-1',
        groupType: 'SUBSCRIPTION',
        isOutOfStock: true,
        isPending: true,
        deliveryOptions: [
          {
            handle: 'ppl',
            code: null,
            title: null,
            description: null,
            deliveryPromise: 'Doručíme zítra, v úterý 24. 11.',
            deliveryMethodType: 'SHIPPING',
            cashOnDelivery: true,
            estimatedCost: CZK('119.00'),
            discountedCost: CZK('0.00'),
          },
        ],
        selectedDeliveryOption: { handle: 'ppl' },
        selectionHasChanged: false,
      },
    ],
  },
  cost: {
    subtotalAmount: CZK('780.00'),
    totalAmount: CZK('899.00'),
    cashOnDeliveryAmount: CZK('899.00'),
    totalTaxAmount: null,
    totalDutyAmount: null,
    taxesIncluded: true,
  },
};

function refusalOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

describe('answers of the API', () => {
  it('a cart', () => {
    const cart = fetchCart.decode({ cart: wire }, '');
    expect(cart).toMatchObject({
      requiresShipping: true,
      address: null,
      discounts: [{ name: 'Letní sleva' }],
      lines: [
        {
          title: 'Hrnek',
          discounts: [{ name: 'LETO10' }],
          parentId: 'line-0',
          variantTitle: null,
          image: '/hrnek.svg',
        },
      ],
      groups: [
        {
          purchase: 'SUBSCRIPTION',
          outOfStock: true,
          pending: true,
          selectedHandle: 'ppl',
          options: [{ code: 'ppl', title: 'ppl' }],
        },
      ],
    });
    expect(fetchCart.decode({ cart: null }, '')).toBeNull();
  });

  it('a change, with what is wrong and what to know', () => {
    const answer = updateNote.decode(
      {
        cartNoteUpdate: {
          cart: wire,
          userErrors: [{ code: null, field: null, message: 'x' }],
          warnings: [{ code: 'MERCHANDISE_OUT_OF_STOCK', target: 'line-1' }],
        },
      },
      '',
    );
    expect(answer).toMatchObject({
      errors: [{ code: null, field: [], message: 'x' }],
      warnings: [{ target: 'line-1' }],
    });
  });

  it.each([
    [{ __typename: 'CartStatusReady' }, { kind: 'ready' }],
    [
      { __typename: 'CartStatusNotReady', cart: null, errors: [{ code: 'A', message: null }] },
      { kind: 'not_ready', errors: [{ code: 'A', message: null }] },
    ],
    [
      { __typename: 'CartThrottled', pollAfter: '2026-11-20T12:00:00Z' },
      { kind: 'throttled', pollAfter: '2026-11-20T12:00:00Z' },
    ],
    [null, null],
  ])('[7.05] a prepared cart: %j', (result, read) => {
    const raw = { cartPrepareForCompletion: { result, userErrors: [] } };
    expect(prepare.decode(raw, '').result).toEqual(read);
  });

  it.each([
    [
      { __typename: 'SubmitSuccess', attemptId: 'a', redirectUrl: '/x' },
      { kind: 'success', attemptId: 'a', redirectUrl: '/x' },
    ],
    [
      { __typename: 'SubmitThrottled', pollAfter: '2026-11-20T12:00:00Z' },
      { kind: 'throttled', pollAfter: '2026-11-20T12:00:00Z' },
    ],
    [
      { __typename: 'SubmitFailed', errors: [{ code: 'A', message: 'b' }] },
      { kind: 'failed', errors: [{ code: 'A', message: 'b' }] },
    ],
    [
      { __typename: 'SubmitAlreadyAccepted', attemptId: 'a' },
      { kind: 'already_accepted', attemptId: 'a' },
    ],
  ])('[7.06] a submitted cart: %j', (result, read) => {
    const raw = { cartSubmitForCompletion: { result, userErrors: [] } };
    expect(submit.decode(raw, '').result).toEqual(read);
  });

  it.each([
    [{ __typename: 'CartCompletionProcessing', pollDelay: 60_000, underReview: true }, { kind: 'in_review' }],
    [
      { __typename: 'CartCompletionProcessing', pollDelay: 500, underReview: false },
      { kind: 'processing', pollDelay: 500 },
    ],
    [
      { __typename: 'CartCompletionActionRequired', action: { redirectUrl: '/c' } },
      { kind: 'action_required', redirectUrl: '/c' },
    ],
    [
      { __typename: 'CartCompletionActionRequired', action: null },
      { kind: 'processing', pollDelay: 1_000 },
    ],
    [
      { __typename: 'CartCompletionActionRequired', action: { redirectUrl: null } },
      { kind: 'processing', pollDelay: 1_000 },
    ],
    [
      { __typename: 'CartCompletionFailed', errors: [] },
      { kind: 'failed', errors: [] },
    ],
    [
      { __typename: 'CartCompletionSuccess', orderUrl: '/o' },
      { kind: 'success', orderUrl: '/o' },
    ],
    [null, null],
  ])('an attempt: %j', (cartCompletionAttempt, read) => {
    expect(fetchAttempt.decode({ cartCompletionAttempt }, '')).toEqual(read);
  });

  it.each([
    [{ ...wire, id: 1 }, 'cart.id'],
    [{ ...wire, lines: { nodes: [{}] } }, 'cart.lines.nodes[0].id'],
    [{ ...wire, cost: null }, 'cart.cost'],
  ])('names the place that does not fit', (cart, place) => {
    const refused = refusalOf(() => fetchCart.decode({ cart }, 'data'));
    expect(isDecodeError(refused)).toBe(true);
    expect(String(refused)).toContain(place);
  });

  it('takes no result that the schema does not have', () => {
    const raw = { cartSubmitForCompletion: { result: { __typename: 'Other' }, userErrors: [] } };
    expect(isDecodeError(refusalOf(() => submit.decode(raw, 'data')))).toBe(true);
  });
});
