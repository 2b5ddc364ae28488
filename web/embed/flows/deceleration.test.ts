// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  currencyChanged,
  decelerationFlag,
  reasonOfError,
  stockVerdict,
  type DecelerationReason,
} from './deceleration.ts';

const reasons: readonly [DecelerationReason, string | null][] = [
  ['currency_changed', 'wallet_currency_change'],
  ['captcha_required', 'wallet_captcha_required'],
  ['not_enough_stock', 'wallet_not_enough_stock'],
  ['cart_not_ready', 'wallet_cart_not_ready'],
  ['dynamic_tax', 'wallet_dynamic_tax'],
  ['payment_method_not_applicable', 'wallet_payment_method_not_applicable'],
  ['invalid_payment_deferred_payment_required', 'wallet_deferred_payment_required'],
  ['localization_extension_field_error', 'wallet_localization_extension_field_error'],
  ['cart_throttled', null],
];

describe('deceleration', () => {
  it.each(reasons)('[2.31] [4.07] %s has the flag %s', (reason, flag) => {
    expect(decelerationFlag(reason)).toBe(flag);
  });

  it.each([
    ['PAYMENT_METHOD_NOT_APPLICABLE', 'payment_method_not_applicable'],
    ['INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED', 'invalid_payment_deferred_payment_required'],
    ['CAPTCHA_COMPLETION_REQUIRED', 'captcha_required'],
    ['LOCALIZATION_EXTENSION_FIELD_ERROR', 'localization_extension_field_error'],
    ['PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT', 'dynamic_tax'],
    ['MERCHANDISE_NOT_ENOUGH_STOCK', 'not_enough_stock'],
    ['VALIDATION_CUSTOM', null],
    ['constructor', null],
  ])('[4.08] the error %s maps to %s', (code, reason) => {
    expect(reasonOfError(code)).toBe(reason);
  });

  it.each([
    [['MERCHANDISE_NOT_ENOUGH_STOCK'], [1], 'not_enough_stock'],
    [['MERCHANDISE_NOT_ENOUGH_STOCK'], [0], 'not_enough_stock'],
    [['MERCHANDISE_OUT_OF_STOCK'], [0, 2], 'not_enough_stock'],
    [['MERCHANDISE_OUT_OF_STOCK'], [0], 'out_of_stock'],
    [['MERCHANDISE_OUT_OF_STOCK'], [0, 0], 'out_of_stock'],
    [['MERCHANDISE_OUT_OF_STOCK'], [], 'out_of_stock'],
    [['MERCHANDISE_OUT_OF_STOCK', 'MERCHANDISE_NOT_ENOUGH_STOCK'], [0, 0], 'out_of_stock'],
    [['DISCOUNT_NOT_FOUND'], [0], null],
    [[], [0], null],
  ])('[4.08] warnings %j with quantities %j mean %s', (warnings, quantities, verdict) => {
    expect(stockVerdict(warnings, quantities)).toBe(verdict);
  });

  it('[4.08] out of stock is reported only if nothing at all is left', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 1 }), (quantities) => {
        const left = quantities.some((quantity) => quantity > 0);
        expect(stockVerdict(['MERCHANDISE_OUT_OF_STOCK'], quantities)).toBe(
          left ? 'not_enough_stock' : 'out_of_stock',
        );
      }),
    );
  });

  it.each([
    ['1290.00', 'EUR', 'CZK', true],
    ['1290.00', 'czk', 'CZK', false],
    ['1290.00', 'CZK', 'czk', false],
    ['0.00', 'EUR', 'CZK', false],
    ['0', 'EUR', 'CZK', false],
    ['0.01', 'EUR', 'CZK', true],
  ])('[4.09] %s %s where %s was promised: changed is %s', (amount, currencyCode, initial, changed) => {
    expect(currencyChanged({ amount, currencyCode }, initial)).toBe(changed);
  });
});
