// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { checkError } from './check-error.ts';

const INTENTS = ['OFFER', 'SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION', 'PAYMENT_METHOD'];
const request = { callbackIntents: INTENTS };

describe('an error of the merchant’s', () => {
  it.each([
    ['SHIPPING_ADDRESS_INVALID', ['SHIPPING_ADDRESS']],
    ['SHIPPING_ADDRESS_UNSERVICEABLE', ['SHIPPING_ADDRESS']],
    ['SHIPPING_OPTION_INVALID', ['SHIPPING_OPTION']],
    ['OFFER_INVALID', ['OFFER']],
    ['PAYMENT_DATA_INVALID', ['PAYMENT_AUTHORIZATION', 'PAYMENT_METHOD']],
    ['OTHER_ERROR', INTENTS],
  ])('[B.02] [8.07] %s is about %j only', (reason, possible) => {
    const right = INTENTS.filter((intent) => checkError({ reason, intent, message: 'Ne' }, request) === null);
    expect(right).toEqual(possible);
  });

  it.each([
    ['a reason that is not known', { reason: 'constructor', intent: 'OFFER', message: 'Ne' }],
    ['no reason', { intent: 'OFFER', message: 'Ne' }],
    ['no intent', { reason: 'OTHER_ERROR', message: 'Ne' }],
    ['no message', { reason: 'OTHER_ERROR', intent: 'OFFER' }],
    ['an empty message', { reason: 'OTHER_ERROR', intent: 'OFFER', message: '' }],
    ['no members', 'Ne'],
    ['nothing in it', null],
  ])('[B.02] with %s is refused', (_what, error) => {
    expect(checkError(error, request)).toMatch(/./);
  });

  it('[B.02] is refused about what the request did not ask to be called for', () => {
    const error = { reason: 'OTHER_ERROR', intent: 'SHIPPING_OPTION', message: 'Ne' };
    expect(checkError(error, { callbackIntents: ['PAYMENT_AUTHORIZATION'] })).toMatch(/SHIPPING_OPTION/);
    expect(checkError(error, {})).toMatch(/SHIPPING_OPTION/);
  });

  it('[B.02] need not be there', () => {
    expect(checkError(undefined, request)).toBeNull();
  });
});
