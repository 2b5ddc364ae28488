// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { metaPayParams } from '../../test/meta-pay.ts';
import { parseParams, scriptAddress } from './params.ts';

const parsed = (more: Record<string, unknown> = {}) => parseParams(metaPayParams(more));

describe('parseParams', () => {
  it('[3.16] takes every parameter of the page', () => {
    expect(parsed({ paymentData: {}, auth: [] })).toEqual(metaPayParams());
    expect(parsed({ environment: 'LIVE' })?.environment).toBe('LIVE');
  });

  it.each([
    ['appId', ''],
    ['name', undefined],
    ['merchantId', 7],
    ['countryCode', null],
    ['sdkUrl', undefined],
    ['partnerId', ''],
    ['environment', 'PRODUCTION'],
    ['environment', undefined],
    ['supportedContainers', undefined],
    ['supportedContainers', {}],
    ['supportedContainers', ['basic-card-v1']],
    ['supportedContainers', { 'basic-card-v1': true }],
  ])('[3.16] refuses %s=%j', (name, value) => {
    expect(parsed({ [name]: value })).toBeNull();
  });
});

describe('scriptAddress', () => {
  it.each([
    ['/meta-pay.js', 'app-1', '/meta-pay.js?appId=app-1'],
    ['/meta-pay.js?v=1', 'a&b', '/meta-pay.js?v=1&appId=a%26b'],
  ])('[3.16] of %s names the app %s', (sdkUrl, appId, address) => {
    const params = parsed({ sdkUrl, appId });
    expect(params && scriptAddress(params)).toBe(address);
  });
});
