import { describe, expect, it } from 'vitest';
import { minorUnits } from './minor-units.ts';

describe('minor units', () => {
  it.each([
    ['1290.50', 'CZK', 129050],
    ['1290', 'CZK', 129000],
    ['1290.5', 'EUR', 129050],
    ['0.07', 'EUR', 7],
    ['-100.00', 'CZK', -10000],
    ['-0.00', 'CZK', 0],
    ['1290.00', 'JPY', 1290],
    ['1.255', 'KWD', 1255],
  ])('[B.02] of %s %s are %i', (value, currency, minor) => {
    expect(minorUnits(value, currency)).toBe(minor);
  });

  it.each([
    ['12,50', 'CZK'],
    ['1 290', 'CZK'],
    ['', 'CZK'],
    ['.5', 'CZK'],
    ['1.', 'CZK'],
    ['1e3', 'CZK'],
    ['1.005', 'CZK'],
    ['0.50', 'JPY'],
    ['9999999999999', 'CZK'],
  ])('[B.02] are none of %j %s', (value, currency) => {
    expect(minorUnits(value, currency)).toBeNull();
  });
});
