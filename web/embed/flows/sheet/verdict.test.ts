// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { CartUserError } from '../../cart/user-error.ts';
import { readSnapshot } from '../../cart/snapshot.ts';
import { snapshotFields } from '../../test/sheet.ts';
import type { ErrorContext } from './errors.ts';
import { faultOf, faultOfSubmission, isAmountFault, verdictOf, verdictOfFaults } from './verdict.ts';

const CONTEXT: ErrorContext = {
  shopName: 'Světluška',
  walletName: 'Google Pay',
  shippingCountry: 'CZ',
  billingCountry: 'CZ',
};

/** A cart with a line for each quantity. */
const cartOf = (...quantities: readonly number[]) => {
  const read = readSnapshot(snapshotFields());
  return {
    ...read,
    lines: quantities.flatMap((quantity) => read.lines.map((line) => ({ ...line, quantity }))),
  };
};
const fault = (code: string, field: readonly string[] = []) => ({ code, message: 'Zpráva', field });
const verdict = (codes: readonly string[], cart: ReturnType<typeof cartOf> | null) =>
  verdictOfFaults(
    codes.map((code) => fault(code)),
    cart,
    CONTEXT,
  );

const OUT_OF_STOCK = { kind: 'abort', abort: { kind: 'out_of_stock' } };
const NOT_ENOUGH_STOCK = { kind: 'decelerate', reason: 'not_enough_stock' };
const SOLD_OUT = 'MERCHANDISE_OUT_OF_STOCK';

describe('goods that are sold out', () => {
  it.each([
    ['the only line', [SOLD_OUT], cartOf(1), OUT_OF_STOCK],
    ['one of two lines', [SOLD_OUT], cartOf(1, 1), NOT_ENOUGH_STOCK],
    ['both of two lines', [SOLD_OUT, SOLD_OUT], cartOf(1, 1), OUT_OF_STOCK],
    ['the last line that had not gone before', [SOLD_OUT], cartOf(1, 0), OUT_OF_STOCK],
    ['one of two that had not gone before', [SOLD_OUT], cartOf(0, 1, 2), NOT_ENOUGH_STOCK],
    ['a line of a cart that is not known', [SOLD_OUT], null, OUT_OF_STOCK],
    ['the only line, and the shop has a rule', ['VALIDATION_CUSTOM', SOLD_OUT], cartOf(1), OUT_OF_STOCK],
    [
      'one of two lines, and the address has a fault',
      [SOLD_OUT, 'DELIVERY_CITY_REQUIRED'],
      cartOf(1, 1),
      NOT_ENOUGH_STOCK,
    ],
  ])('[8.11] [4.07] %s', (_, codes, cart, expected) => {
    expect(verdict(codes, cart)).toEqual(expected);
  });
});

describe('[4.18] a shortfall', () => {
  const SHORTFALL = 'PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT';

  it('alone leads to the checkout', () => {
    const expected = { kind: 'decelerate', reason: 'dynamic_tax' };
    expect(verdict([SHORTFALL], cartOf(1))).toEqual(expected);
    expect(verdict([SHORTFALL, SHORTFALL], cartOf(1))).toEqual(expected);
  });

  it('beside another fault is dropped', () => {
    expect(verdict([SHORTFALL, 'PENDING_DELIVERY_GROUPS'], cartOf(1))).toEqual({ kind: 'retry' });
    expect(verdict([SOLD_OUT, SHORTFALL], cartOf(1))).toEqual(OUT_OF_STOCK);
  });
});

describe('faults of one kind and another', () => {
  it.each([
    ['no fault', [], { kind: 'update' }],
    [
      'a code that nobody knows',
      ['STRANGE'],
      { kind: 'abort', abort: { kind: 'wallet_unavailable', code: 'STRANGE' } },
    ],
    [
      'the shop’s own rule',
      ['VALIDATION_CUSTOM'],
      { kind: 'abort', abort: { kind: 'custom_validation', message: 'Zpráva' } },
    ],
  ])('[8.10] %s', (_, codes, expected) => {
    expect(verdict(codes, cartOf(1))).toEqual(expected);
  });

  it('[8.10] only a cart that is closed is INVALID at its id', () => {
    const at = (code: string, ...field: string[]) =>
      verdictOfFaults([fault(code, field)], cartOf(1), CONTEXT);
    expect(at('INVALID', 'cartId')).toEqual({ kind: 'decelerate', reason: 'cart_not_ready' });
    expect(at('INVALID', 'lines', 'cartId').kind).toBe('abort');
    expect(at('INVALID').kind).toBe('abort');
    expect(at('STRANGE', 'cartId').kind).toBe('abort');
  });
});

describe('what the server says', () => {
  const error = (code: string | null, ...field: string[]): CartUserError => ({
    code,
    message: 'Zpráva',
    field,
  });

  it('an error without a code is its message', () => {
    expect(faultOf(error(null, 'lines'))).toEqual({ code: 'Zpráva', message: 'Zpráva', field: ['lines'] });
    expect(faultOf(error('INVALID'))).toEqual({ code: 'INVALID', message: 'Zpráva', field: [] });
  });

  it('an error of a submission is about no argument', () => {
    expect(faultOfSubmission({ code: 'PAYMENT_ERROR', message: 'Zpráva' })).toEqual(fault('PAYMENT_ERROR'));
  });

  it.each([
    ['INVALID_PAYMENT', ['payment', 'amount'], true],
    ['INVALID_PAYMENT', ['payment'], false],
    ['INVALID_PAYMENT', ['payment', 'amount', 'currencyCode'], false],
    ['INVALID_PAYMENT', [], false],
    ['INVALID', ['payment', 'amount'], false],
  ])('[4.17] %s at %j is about the amount: %s', (code, field, expected) => {
    expect(isAmountFault(error(code, ...field))).toBe(expected);
  });
});

describe('the answer to a change', () => {
  const answered = (over: Partial<Parameters<typeof verdictOf>[0]> = {}) =>
    verdictOf({ cart: cartOf(1), userErrors: [], warnings: [], ...over }, CONTEXT);
  const userErrors = [{ code: 'PENDING_DELIVERY_GROUPS', message: '', field: [] }];

  it.each([
    ['all is well', {}, { kind: 'update' }],
    ['the server has not finished', { userErrors }, { kind: 'retry' }],
    [
      'there is no cart',
      { cart: null },
      { kind: 'abort', abort: { kind: 'wallet_unavailable', code: 'MISSING_CART' } },
    ],
    ['there is no cart, for a reason', { cart: null, userErrors }, { kind: 'retry' }],
    ['there is no cart: sold out', { cart: null, warnings: [SOLD_OUT] }, OUT_OF_STOCK],
    ['nothing is left', { cart: cartOf(0, 0), warnings: [SOLD_OUT] }, OUT_OF_STOCK],
    ['some of it is left', { cart: cartOf(0, 1), warnings: [SOLD_OUT] }, NOT_ENOUGH_STOCK],
    ['less of it is left', { warnings: ['MERCHANDISE_NOT_ENOUGH_STOCK'] }, NOT_ENOUGH_STOCK],
    ['another warning', { warnings: ['STRANGE'] }, { kind: 'update' }],
  ])('[4.07] [8.06] [8.11] %s', (_, over, expected) => {
    expect(answered(over)).toEqual(expected);
  });
});
