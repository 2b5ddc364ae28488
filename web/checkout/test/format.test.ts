// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { formatDateTime } from '../src/format/date.ts';
import { formatMoney, formatPrice, toMinor } from '../src/format/money.ts';
import { FIELDS, PIECES, PLACES, plural, remaining } from '../src/format/plural.ts';
import { tidyPhone, tidyZip } from '../src/format/postal.ts';

describe('money', () => {
  it.each([
    ['1290.00', '1\u00a0290\u00a0Kč'],
    ['1290.50', '1\u00a0290,50\u00a0Kč'],
    ['0.00', '0\u00a0Kč'],
    ['12.5', '12,50\u00a0Kč'],
    ['1234567.89', '1\u00a0234\u00a0567,89\u00a0Kč'],
  ])('writes %s the Czech way, with spaces that do not break', (decimal, text) => {
    expect(formatMoney(decimal)).toBe(text);
  });

  it('says in words that a delivery costs nothing', () => {
    expect(formatPrice('0.00')).toBe('zdarma');
    expect(formatPrice('79.00')).toBe('79\u00a0Kč');
  });

  it('compares amounts exactly, however they are written', () => {
    expect(toMinor('19.99')).toBe(1999);
    expect(toMinor('1290')).toBe(toMinor('1290.00'));
    expect(toMinor('1290.5')).toBe(toMinor('1290.50'));
    expect(toMinor('-5.00')).toBe(-500);
  });

  it.each(['', 'abc', '1,50', '1.234', '1e3'])('refuses %j as an amount', (text) => {
    expect(() => toMinor(text)).toThrow(RangeError);
  });
});

describe('numbers and dates', () => {
  it.each([
    [0, '0\u00a0kusů', 'zbývá 0\u00a0kusů'],
    [1, '1\u00a0kus', 'zbývá 1\u00a0kus'],
    [2, '2\u00a0kusy', 'zbývají 2\u00a0kusy'],
    [4, '4\u00a0kusy', 'zbývají 4\u00a0kusy'],
    [5, '5\u00a0kusů', 'zbývá 5\u00a0kusů'],
    [21, '21\u00a0kusů', 'zbývá 21\u00a0kusů'],
    [1200, '1200\u00a0kusů', 'zbývá 1200\u00a0kusů'],
    [0.5, '0,5\u00a0kusu', 'zbývá 0,5\u00a0kusu'],
    [1.5, '1,5\u00a0kusu', 'zbývá 1,5\u00a0kusu'],
    [2.5, '2,5\u00a0kusu', 'zbývá 2,5\u00a0kusu'],
    [10.25, '10,25\u00a0kusu', 'zbývá 10,25\u00a0kusu'],
  ])('[3.19] [5.19] puts %s pieces into the right form', (count, pieces, left) => {
    expect(plural(count, PIECES)).toBe(pieces);
    expect(remaining(count)).toBe(left);
  });

  it.each([
    [PLACES, ['1 výdejní místo', '3 výdejní místa', '1,5 výdejního místa', '7 výdejních míst']],
    [FIELDS, ['1 údaj', '3 údaje', '1,5 údaje', '7 údajů']],
  ])('[3.19] [5.19] counts places and fields', (forms, expected) => {
    const said = [1, 3, 1.5, 7].map((count) => plural(count, forms).replace('\u00a0', ' '));
    expect(said).toEqual(expected);
  });

  it('writes a moment in Prague time', () => {
    expect(formatDateTime('2026-11-20T12:05:00Z')).toBe('20.\u00a0listopadu 2026 v\u00a013:05');
    // No zero before the hour.
    expect(formatDateTime('2026-11-20T08:02:00Z')).toBe('20.\u00a0listopadu 2026 v\u00a09:02');
    expect(formatDateTime('nonsense')).toBe('');
  });
});

describe('postal codes and telephones', () => {
  it.each([
    ['60200', 'CZ', '602 00'],
    [' 602 00 ', 'CZ', '602 00'],
    ['602\u00a000', 'SK', '602 00'],
    ['80331', 'DE', '80331'],
    ['6020', 'CZ', '6020'],
  ])('tidies %j of %s', (zip, country, tidied) => {
    expect(tidyZip(zip, country)).toBe(tidied);
  });

  it.each([
    ['777123456', '777 123 456'],
    ['+420777123456', '+420 777 123 456'],
    ['00421 905 123 456', '+421 905 123 456'],
    ['+49 30 901820', '+49 30 901820'],
  ])('tidies the number %j', (phone, tidied) => {
    expect(tidyPhone(phone)).toBe(tidied);
  });
});
