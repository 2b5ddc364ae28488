// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { applePayParams } from '../../test/apple-pay.ts';
import type { SheetSetup, WalletParams } from '../protocol.ts';
import { parseParams } from './params.ts';
import { paymentRequest } from './request.ts';

const SETUP: SheetSetup = {
  requiresShipping: true,
  hasSellingPlan: false,
  currencyCode: 'CZK',
  totalLabel: 'Celkem',
};

function request(more: WalletParams = {}, setup: Partial<SheetSetup> = {}) {
  const params = parseParams(applePayParams(more));
  if (!params) throw new Error('The parameters are wrong');
  return paymentRequest(params, { ...SETUP, ...setup });
}

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://obchod.example' });
});

describe('parseParams', () => {
  it.each([
    ['merchantName', undefined],
    ['merchantName', ''],
    ['countryCode', 1],
    ['merchantCapabilities', []],
    ['merchantCapabilities', 'supports3DS'],
    ['supportedNetworks', undefined],
    ['supportedNetworks', ['visa', 2]],
  ])('refuses %s = %j', (name, value) => {
    expect(parseParams(applePayParams({ [name]: value }))).toBeNull();
  });
});

describe('paymentRequest', () => {
  it('[4.16] the total is pending, at 1.00', () => {
    expect(request().total).toEqual({ label: 'Obchod', amount: '1.00', type: 'pending' });
  });

  it.each([
    [true, true, true, ['name', 'postalAddress', 'email', 'phone']],
    [true, true, false, ['name', 'postalAddress', 'email']],
    [true, false, true, ['name', 'postalAddress', 'phone']],
    [true, false, false, ['name', 'postalAddress']],
    [false, true, true, ['email', 'phone']],
    [false, true, false, ['email']],
    [false, false, true, ['phone']],
    [false, false, false, []],
  ])(
    '[5.06] shipped %s, e-mail %s, telephone %s: asks for %j',
    (requiresShipping, emailRequired, phoneRequired, fields) => {
      const asked = request({ emailRequired, phoneRequired }, { requiresShipping });
      expect(asked.requiredShippingContactFields).toEqual(fields);
      expect(asked.requiredBillingContactFields).toEqual(['name', 'postalAddress']);
    },
  );

  it.each([
    ['shipping', 'shipping'],
    ['delivery', 'delivery'],
    ['storePickup', 'storePickup'],
    ['servicePickup', 'servicePickup'],
    ['teleport', 'shipping'],
    [undefined, 'shipping'],
  ])('[3.16] the shipping type %j is %s', (shippingType, expected) => {
    expect(request({ shippingType }).shippingType).toBe(expected);
    expect(request({ shippingType }, { requiresShipping: false })).not.toHaveProperty('shippingType');
  });

  it('[3.16] carries what the page says of the merchant', () => {
    expect(
      request(
        { countryCode: 'SK', merchantCapabilities: ['supportsEMV'], supportedNetworks: ['amex'] },
        { currencyCode: 'EUR' },
      ),
    ).toMatchObject({
      countryCode: 'SK',
      currencyCode: 'EUR',
      merchantCapabilities: ['supportsEMV'],
      supportedNetworks: ['amex'],
      supportsCouponCode: true,
    });
  });

  it('[5.16] a plan is announced from the beginning, its price once it is known', () => {
    expect(request({}, { hasSellingPlan: true }).recurringPaymentRequest).toEqual({
      paymentDescription: 'Předplatné',
      regularBilling: { label: 'Obchod', amount: '1.00', type: 'pending', paymentTiming: 'recurring' },
      managementURL: 'https://obchod.example',
    });
    expect(request()).not.toHaveProperty('recurringPaymentRequest');
  });
});
