// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { metaPayParams } from '../../test/meta-pay.ts';
import { parseParams, scriptAddress } from './params.ts';
import { requestArguments } from './request.ts';

const SETUP = { requiresShipping: true, hasSellingPlan: false, currencyCode: 'EUR' };

function requested(more: Record<string, unknown> = {}, setup: Partial<typeof SETUP> = {}) {
  const params = parseParams(metaPayParams(more));
  if (!params) throw new Error('The parameters are wrong');
  return { sdk: scriptAddress(params), arguments: requestArguments(params, { ...SETUP, ...setup }) };
}

describe('the request', () => {
  it('[3.16] names merchant, partner, mode and containers, and no context; its total is an estimate of 0.01', () => {
    expect(requested().arguments).toEqual([
      {
        mode: 'TEST',
        partnerId: 'P1',
        partnerMerchantId: 'M1',
        acquirerCountryCode: 'CZ',
        supportedContainers: { 'basic-card-v1': {}, 'ecom-token-v1': { kind: 'network' } },
      },
      { total: { label: 'Obchod', amount: { currency: 'EUR', value: '0.01' } } },
      {
        requestBillingAddress: true,
        requestShipping: true,
        requestPayerName: true,
        requestPayerEmail: true,
        requestPayerPhone: true,
      },
    ]);
  });

  it.each([
    ['appId', 'app-2'],
    ['name', 'Krámek'],
    ['environment', 'LIVE'],
    ['merchantId', 'M2'],
    ['countryCode', 'SK'],
    ['sdkUrl', '/other.js'],
    ['partnerId', 'P2'],
    ['supportedContainers', { 'basic-card-v1': {} }],
  ])('[3.16] is another one with another %s', (name, value) => {
    expect(requested({ [name]: value })).not.toEqual(requested());
  });

  it('asks for an address of delivery only if goods are shipped', () => {
    const [, , options] = requested({}, { requiresShipping: false }).arguments;
    expect(options).toMatchObject({ requestShipping: false, requestBillingAddress: true });
  });

  it('accepts no one-time token for a plan, which is charged again', () => {
    const [{ supportedContainers }] = requested({}, { hasSellingPlan: true }).arguments;
    expect(supportedContainers).toEqual({ 'basic-card-v1': {} });
  });
});
