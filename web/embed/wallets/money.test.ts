// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { czechPrice, decimal } from './money.ts';

describe('decimal', () => {
  it.each([
    [0, '0.00'],
    [1, '0.01'],
    [99, '0.99'],
    [100, '1.00'],
    [129050, '1290.50'],
    [-5, '-0.05'],
    [-16800, '-168.00'],
    [9_007_199_254_740_991, '90071992547409.91'],
  ])('[3.17] %i minor units are %s', (minor, text) => {
    expect(decimal(minor)).toBe(text);
  });
});

describe('czechPrice', () => {
  it.each([
    [0, 'CZK', 'zdarma'],
    [12900, 'CZK', '129 Kč'],
    [12950, 'CZK', '129,50 Kč'],
    [129000, 'CZK', '1 290 Kč'],
    [499, 'EUR', '4,99 €'],
  ])('[3.17] %i of %s is %s', (minor, currency, text) => {
    expect(czechPrice(minor, currency).replaceAll(/\s/gu, ' ')).toBe(text);
  });
});
