// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf, minorOf } from './money.ts';

describe('amounts', () => {
  it.each([
    ['1290.00', 129_000],
    ['1290', 129_000],
    ['0.1', 10],
    ['0.29', 29],
    ['-5.05', -505],
    ['-0.00', 0],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
    ['90071992547409.92', null],
    ['1.005', null],
    ['1e3', null],
    ['', null],
    ['1,5', null],
    ['.5', null],
  ])('[5.18] %s is %s minor units', (decimal, minor) => {
    expect(minorOf(decimal)).toBe(minor);
  });

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-50, '-0.50'],
    [129_000, '1290.00'],
  ])('[5.18] %d minor units are %s: always two places', (minor, decimal) => {
    expect(decimalOf(minor)).toBe(decimal);
  });

  it('[5.18] nothing is lost on the way there and back', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (minor) => {
        expect(minorOf(decimalOf(minor))).toBe(minor + 0);
      }),
    );
  });
});
