import { describe, expect, it } from 'vitest';
import { moneyIn } from './money.ts';

describe('amounts', () => {
  it.each([
    ['CZK', '1249.00', '1\u00a0249\u00a0Kč'],
    ['CZK', '1249.5', '1\u00a0249,50\u00a0Kč'],
    ['CZK', '0', '0\u00a0Kč'],
    ['EUR', '3.40', '3,40\u00a0€'],
    ['EUR', '-12.00', '−12\u00a0€'],
    ['JPY', '1290', '1\u00a0290\u00a0JP¥'],
  ])('[B.09] %s %s is written as in the shop', (currency, amount, text) => {
    expect(moneyIn(currency)(amount)).toBe(text);
  });
});
