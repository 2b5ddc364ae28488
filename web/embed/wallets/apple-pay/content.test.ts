// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { payment } from '../../test/apple-pay.ts';
import { walletContent } from './content.ts';

const { token } = payment();
const paymentData = token.paymentData as Record<string, unknown>;
const header = paymentData['header'] as Record<string, unknown>;
const withData = (data: unknown, displayName = 'Visa 1234') =>
  walletContent({
    token: { ...token, paymentData: data, paymentMethod: { ...token.paymentMethod, displayName } },
  });

describe('walletContent', () => {
  it('[3.13] hands an EC_v1 token on to the letter', () => {
    expect(withData(paymentData)).toEqual({
      input: 'applePayWalletContent',
      fields: { ...paymentData, lastDigits: '1234' },
    });
  });

  it('[3.13] an RSA_v1 token has a wrapped key instead of an ephemeral one', () => {
    const rsa = {
      publicKeyHash: 'HASH==',
      transactionId: 'ab',
      wrappedKey: 'WRAPPED==',
      applicationData: 'aa',
    };
    expect(withData({ ...paymentData, version: 'RSA_v1', header: rsa })?.fields).toMatchObject({
      version: 'RSA_v1',
      header: { ...rsa, ephemeralPublicKey: '' },
    });
  });

  it.each([
    ['Visa 1234', '1234'],
    ['Visa •••• 0002', '0002'],
    ['Moje karta', null],
    ['', null],
  ])('[3.13] of the card %j the last digits are %s', (displayName, lastDigits) => {
    expect(withData(paymentData, displayName)?.fields['lastDigits']).toBe(lastDigits);
  });

  it.each([
    undefined,
    null,
    'text',
    { ...paymentData, data: '' },
    { ...paymentData, signature: undefined },
    { ...paymentData, version: 1 },
    { ...paymentData, header: null },
    { ...paymentData, header: { ...header, publicKeyHash: undefined } },
    { ...paymentData, header: { ...header, transactionId: 7 } },
  ])('what is no token is none: %j', (data) => {
    expect(withData(data)).toBeNull();
  });
});
