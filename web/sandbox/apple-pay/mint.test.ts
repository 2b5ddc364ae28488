import { describe, expect, it } from 'vitest';
import { authorisedAmount } from './mint.ts';

describe('the amount in a token', () => {
  it.each([
    ['1290.00', 'CZK', 129_000, '203'],
    ['1290', 'CZK', 129_000, '203'],
    ['1290.5', 'EUR', 129_050, '978'],
    ['1290.00', 'JPY', 1290, '392'],
    ['1290', 'JPY', 1290, '392'],
    ['1290.005', 'KWD', 1_290_005, '414'],
    ['1290.00', 'TND', 1_290_000, '788'],
  ])('[B.03] is %s %s in minor units of the currency', (amount, currency, minor, number) => {
    expect(authorisedAmount(amount, currency)).toEqual({ minor, number });
  });

  it.each([
    ['1290.50', 'JPY'],
    ['1290.005', 'CZK'],
    ['1290.0005', 'KWD'],
    ['1290', 'XXX'],
    ['-1', 'CZK'],
    ['', 'CZK'],
  ])('is none for %s %s', (amount, currency) => {
    expect(() => authorisedAmount(amount, currency)).toThrow();
  });
});
