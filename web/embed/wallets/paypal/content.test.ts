import { describe, expect, it } from 'vitest';
import { walletContent } from './content.ts';

const DETAILS = {
  email: 'jana@example.cz',
  payerId: 'PAYER',
  expiresAt: '2030-01-01T00:00:00.000Z',
  remoteOrderId: 'ORDER',
  destination: null,
  billing: null,
};

describe('walletContent', () => {
  it.each([
    [
      'once',
      { merchantId: null, billingAgreement: false, hasSellingPlan: false },
      { acceptedSubscriptionTerms: false, vaultingAgreement: false, merchantId: null },
    ],
    [
      'again and again',
      { merchantId: null, billingAgreement: true, hasSellingPlan: true },
      { acceptedSubscriptionTerms: true, vaultingAgreement: true, merchantId: null },
    ],
    [
      'once, from an account that is kept all the same, for one merchant of several',
      { merchantId: 'MERCHANT', billingAgreement: true, hasSellingPlan: false },
      { acceptedSubscriptionTerms: false, vaultingAgreement: true, merchantId: 'MERCHANT' },
    ],
  ])('[3.13] says what the buyer has agreed to: paid %s', (_how, terms, said) => {
    expect(walletContent(DETAILS, terms)).toEqual({
      input: 'paypalWalletContent',
      fields: {
        email: 'jana@example.cz',
        expiresAt: '2030-01-01T00:00:00.000Z',
        payerId: 'PAYER',
        token: 'ORDER',
        ...said,
      },
    });
  });

  it.each(['email', 'payerId'])('[3.13] is none where PayPal tells no %s', (field) => {
    const terms = { merchantId: null, billingAgreement: false, hasSellingPlan: false };
    expect(walletContent({ ...DETAILS, [field]: null }, terms)).toBeNull();
  });
});
