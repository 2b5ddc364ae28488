// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { NOW, googlePayParams } from '../../test/google-pay.ts';
import { authorise } from './auth.ts';
import { parseParams } from './params.ts';

const paymentData = googlePayParams()['paymentData'] as Record<string, unknown>;
const [method] = paymentData['allowedPaymentMethods'] as [Record<string, unknown>];
const withMethod = (more: Record<string, unknown>) => ({
  paymentData: { ...paymentData, allowedPaymentMethods: [{ ...method, ...more }] },
});

describe('parseParams', () => {
  it('[5.10] takes what the server writes', () => {
    expect(parseParams(googlePayParams())).toMatchObject({
      sdkUrl: 'https://pay.google.com/pay.js',
      environment: 'TEST',
      emailRequired: true,
      phoneRequired: true,
      merchantInfo: { merchantOrigin: 'obchod.test' },
    });
  });

  it.each([
    {},
    { sdkUrl: 1 },
    { sdkUrl: '' },
    { environment: 'LIVE' },
    { countryCode: undefined },
    { paymentData: null },
    { paymentData: { ...paymentData, merchantInfo: {} } },
    { paymentData: { ...paymentData, allowedPaymentMethods: [] } },
    { paymentData: { ...paymentData, allowedPaymentMethods: 'CARD' } },
    withMethod({ type: 'PAYPAL' }),
    withMethod({ parameters: {} }),
    withMethod({ parameters: { allowedAuthMethods: ['PAN_ONLY'], allowedCardNetworks: [1] } }),
    withMethod({ tokenizationSpecification: undefined }),
  ])('[4.26] knows %j not to be enough', (more) => {
    const params = Object.keys(more).length === 0 ? {} : googlePayParams(more);
    expect(parseParams(params)).toBeNull();
  });
});

const seconds = NOW / 1000;
const entry = (jwt: string, expiresAt: number) => ({ jwt, expiresAt });

describe('authorise', () => {
  it.each([
    [[entry('a', seconds + 1)], 'a'],
    [[entry('a', seconds - 1), entry('b', seconds + 1), entry('c', seconds + 9)], 'b'],
    [[entry('a', seconds), entry('b', seconds + 0.5)], 'b'],
  ])('[5.10] of %j the first that has not expired is used', (auth, jwt) => {
    expect(authorise(auth, NOW)).toMatchObject({ jwt });
  });

  it.each([
    undefined,
    null,
    'a.b.c',
    {},
    [],
    [null],
    [{}],
    [{ jwt: 'a' }],
    [{ jwt: '', expiresAt: seconds + 1 }],
    [{ jwt: 1, expiresAt: seconds + 1 }],
    [{ jwt: 'a', expiresAt: String(seconds + 1) }],
    [entry('a', Number.NaN)],
    [entry('a', seconds + 1), 'b'],
  ])('[4.26] %j is empty or malformed', (auth) => {
    expect(authorise(auth, NOW)).toEqual({ reason: 'invalidAuthParams' });
  });

  it.each([[[entry('a', seconds)]], [[entry('a', 0), entry('b', seconds - 1)]]])(
    '[4.26] all of %j have expired',
    (auth) => {
      expect(authorise(auth, NOW)).toEqual({ reason: 'authJwtExpired' });
    },
  );
});
