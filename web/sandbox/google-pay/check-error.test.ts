// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { checkError } from './check-error.ts';

const INTENTS = ['OFFER', 'SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION', 'PAYMENT_METHOD'];
const request = { callbackIntents: INTENTS };

describe('a merchant’s error', () => {
  it.each([
    ['SHIPPING_ADDRESS_INVALID', ['SHIPPING_ADDRESS']],
    ['SHIPPING_ADDRESS_UNSERVICEABLE', ['SHIPPING_ADDRESS']],
    ['SHIPPING_OPTION_INVALID', ['SHIPPING_OPTION']],
    ['OFFER_INVALID', ['OFFER']],
    ['PAYMENT_DATA_INVALID', ['PAYMENT_AUTHORIZATION', 'PAYMENT_METHOD']],
    ['OTHER_ERROR', INTENTS],
  ])('[B.02] [8.07] %s allows only the intents %j', (reason, possible) => {
    const right = INTENTS.filter((intent) => checkError({ reason, intent, message: 'Ne' }, request) === null);
    expect(right).toEqual(possible);
  });

  it.each([
    ['an unknown reason', { reason: 'constructor', intent: 'OFFER', message: 'Ne' }],
    ['no reason', { intent: 'OFFER', message: 'Ne' }],
    ['no intent', { reason: 'OTHER_ERROR', message: 'Ne' }],
    ['no message', { reason: 'OTHER_ERROR', intent: 'OFFER' }],
    ['an empty message', { reason: 'OTHER_ERROR', intent: 'OFFER', message: '' }],
    ['a string instead of members', 'Ne'],
    ['null instead of members', null],
  ])('[B.02] with %s is refused', (_what, error) => {
    expect(checkError(error, request)).toMatch(/./);
  });

  it('[B.02] is refused for an intent that the request did not list', () => {
    const error = { reason: 'OTHER_ERROR', intent: 'SHIPPING_OPTION', message: 'Ne' };
    expect(checkError(error, { callbackIntents: ['PAYMENT_AUTHORIZATION'] })).toMatch(/SHIPPING_OPTION/);
    expect(checkError(error, {})).toMatch(/SHIPPING_OPTION/);
  });

  it('[B.02] is optional', () => {
    expect(checkError(undefined, request)).toBeNull();
  });
});
