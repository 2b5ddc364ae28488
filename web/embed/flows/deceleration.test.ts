// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  currencyChanged,
  decelerationFlag,
  reasonOfError,
  reasonOfStatus,
  sheetReason,
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
    ['PAYMENTS_METHOD_REQUIRED', 'payment_method_not_applicable'],
    ['PAYMENTS_METHOD_UNAVAILABLE', 'payment_method_not_applicable'],
    ['MERCHANDISE_EXPECTED_PRICE_MISMATCH', 'dynamic_tax'],
    ['PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED', 'dynamic_tax'],
    ['TAXES_MUST_BE_DEFINED', 'dynamic_tax'],
    ['TAXES_LINE_ID_NOT_FOUND', 'dynamic_tax'],
    ['TAXES_DELIVERY_GROUP_ID_NOT_FOUND', 'dynamic_tax'],
    ['DELIVERY_LINE_DETAIL_CHANGED', 'cart_not_ready'],
    ['MERCHANDISE_NOT_FOUND', 'cart_not_ready'],
    ['MERCHANDISE_VARIANT_NOT_FOUND', 'cart_not_ready'],
    ['MERCHANDISE_NOT_APPLICABLE', 'cart_not_ready'],
    ['MERCHANDISE_BUNDLE_REQUIRES_COMPONENTS', 'cart_not_ready'],
    ['MERCHANDISE_B2B_SELLING_PLANS_UNSUPPORTED', 'cart_not_ready'],
    ['MERCHANDISE_PRODUCT_NOT_PUBLISHED', 'cart_not_ready'],
    ['MERCHANDISE_LINE_LIMIT_REACHED', 'cart_not_ready'],
    ['INVALID_MERCHANDISE_LINE', 'cart_not_ready'],
    ['MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE', 'not_enough_stock'],
    ['INVENTORY_RESERVATION_ERROR', 'not_enough_stock'],
    ['DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION', 'not_enough_stock'],
  ])('[4.08] the error %s maps to %s, but only in a sheet', (code, reason) => {
    expect(sheetReason(code)).toBe(reason);
    expect(reasonOfError(code)).toBeNull();
  });

  it('[4.08] in a sheet the other errors map as everywhere', () => {
    expect(sheetReason('CAPTCHA_COMPLETION_REQUIRED')).toBe('captcha_required');
    expect(sheetReason('VALIDATION_CUSTOM')).toBeNull();
  });

  it.each([
    ['CartStatusNotReady', 'cart_not_ready'],
    ['CartThrottled', 'cart_throttled'],
    ['CartStatusReady', null],
  ] as const)('[4.08] the status %s maps to %s', (status, reason) => {
    expect(reasonOfStatus(status)).toBe(reason);
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
