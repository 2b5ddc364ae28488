// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { googlePayParams } from '../../test/google-pay.ts';
import { parseParams } from './params.ts';
import { paymentDataRequest, readyRequest } from './request.ts';

const parsed = (more = {}) => {
  const params = parseParams(googlePayParams(more));
  if (!params) throw new Error('the parameters are good');
  return params;
};
const SETUP = { requiresShipping: true, hasSellingPlan: false, currencyCode: 'CZK', totalLabel: 'Celkem' };
const request = (setup = {}, more = {}) => paymentDataRequest(parsed(more), 'a.b.c', { ...SETUP, ...setup });

describe('paymentDataRequest', () => {
  it('[5.10] names the merchant with the JWT and the origin', () => {
    expect(request()).toMatchObject({
      apiVersion: 2,
      apiVersionMinor: 0,
      merchantInfo: {
        merchantId: 'M1',
        merchantName: 'Obchod',
        merchantOrigin: 'obchod.test',
        authJwt: 'a.b.c',
      },
    });
  });

  it('[4.24] starts with an estimate of 0.01', () => {
    expect(request().transactionInfo).toEqual({
      currencyCode: 'CZK',
      countryCode: 'CZ',
      totalPrice: '0.01',
      totalPriceStatus: 'ESTIMATED',
      totalPriceLabel: 'Celkem',
    });
  });

  it('[5.12] asks for address and option where something is shipped', () => {
    expect(request()).toMatchObject({
      shippingAddressRequired: true,
      shippingAddressParameters: { allowedCountryCodes: ['CZ', 'SK'], phoneNumberRequired: true },
      shippingOptionRequired: true,
      callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_METHOD', 'PAYMENT_AUTHORIZATION'],
    });
  });

  it('[5.12] asks for neither where nothing is', () => {
    const digital = request({ requiresShipping: false });
    expect(Object.keys(digital).filter((key) => key.startsWith('shipping'))).toEqual([]);
    expect(digital.callbackIntents).toEqual(['PAYMENT_AUTHORIZATION']);
  });

  it.each([true, false])('asks for e-mail and telephone as configured: %s', (required) => {
    const asked = request({}, { emailRequired: required, phoneRequired: required });
    expect([asked.emailRequired, asked.shippingAddressParameters?.phoneNumberRequired]).toEqual([
      required,
      required,
    ]);
  });

  it.each([
    [true, ['PAN_ONLY']],
    [false, ['PAN_ONLY', 'CRYPTOGRAM_3DS']],
  ])('[5.12] with selling plans (%s) the cards are %j', (hasSellingPlan, methods) => {
    const asked = [request({ hasSellingPlan }), readyRequest(parsed(), hasSellingPlan)];
    for (const { allowedPaymentMethods } of asked)
      expect(allowedPaymentMethods[0]?.parameters.allowedAuthMethods).toEqual(methods);
  });
});
