// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { reasonOfError } from '../deceleration.ts';
import { reasonOfStatus, sheetReason } from './deceleration.ts';

describe('deceleration in a sheet', () => {
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
});
