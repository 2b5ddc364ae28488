// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { strongestAction, type SheetAction } from './actions.ts';
import { sheetReason } from './deceleration.ts';
import { sheetError } from './errors.ts';
import { verdictOfFaults } from './verdict.ts';

const error = sheetError('X', 'payment', 'errors.invalid.payment_method');
const ORDER: readonly SheetAction[] = [
  { kind: 'decelerate', reason: 'dynamic_tax' },
  { kind: 'abort', abort: { kind: 'out_of_stock' } },
  { kind: 'show_error', errors: [error] },
  { kind: 'retry' },
  { kind: 'complete', url: 'https://shop.example' },
  { kind: 'update' },
];
/** Every set of actions that is not empty, weakest first. */
const sets = Array.from({ length: 2 ** ORDER.length - 1 }, (_, at) =>
  ORDER.filter((_action, bit) => (at + 1) & (1 << bit)),
);

describe('actions', () => {
  it.each(sets.map((set) => [set.map(({ kind }) => kind).join(', '), set] as const))(
    '[4.18] of %s the first is taken',
    (_names, set) => {
      expect(strongestAction(set.toReversed())).toEqual(set[0]);
    },
  );

  it('[4.18] several errors are shown together', () => {
    const other = { ...error, code: 'Y' };
    const action = strongestAction([
      { kind: 'show_error', errors: [error] },
      { kind: 'show_error', errors: [other] },
    ]);
    expect(action).toEqual({ kind: 'show_error', errors: [error, other] });
  });

  it.each([
    ['MERCHANDISE_EXPECTED_PRICE_MISMATCH', 'dynamic_tax'],
    ['PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT', 'dynamic_tax'],
    ['DELIVERY_LINE_DETAIL_CHANGED', 'cart_not_ready'],
    ['MERCHANDISE_NOT_FOUND', 'cart_not_ready'],
    ['MERCHANDISE_NOT_APPLICABLE', 'cart_not_ready'],
    ['PAYMENTS_METHOD_REQUIRED', 'payment_method_not_applicable'],
    ['PAYMENTS_METHOD_UNAVAILABLE', 'payment_method_not_applicable'],
    ['CAPTCHA_COMPLETION_REQUIRED', 'captcha_required'],
    ['LOCALIZATION_EXTENSION_FIELD_ERROR', 'localization_extension_field_error'],
    ['MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE', 'not_enough_stock'],
    ['constructor', null],
  ])('[8.10] %s: %s', (code, reason) => {
    expect(sheetReason(code)).toBe(reason);
  });

  it.each(['PENDING_DELIVERY_GROUPS', 'INVALID_PAYMENT'])('[4.18] %s is asked again', (code) => {
    const context = { shopName: 'S', walletName: 'W', shippingCountry: null, billingCountry: null };
    expect(verdictOfFaults([{ code, message: '', field: [] }], null, context)).toEqual({ kind: 'retry' });
  });
});
