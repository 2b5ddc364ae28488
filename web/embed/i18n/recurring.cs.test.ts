// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { recurringTotals } from '../cart/recurring.ts';
import { every, recurringLabel } from './recurring.cs.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('what is paid again and again', () => {
  it.each([
    ['DAY', ['každý den', 'každé 2 dny', 'každé 4 dny', 'každých 5 dnů', 'každých 1,5 dne']],
    ['WEEK', ['každý týden', 'každé 2 týdny', 'každé 4 týdny', 'každých 5 týdnů', 'každých 1,5 týdne']],
    ['MONTH', ['každý měsíc', 'každé 2 měsíce', 'každé 4 měsíce', 'každých 5 měsíců', 'každých 1,5 měsíce']],
    ['YEAR', ['každý rok', 'každé 2 roky', 'každé 4 roky', 'každých 5 let', 'každých 1,5 roku']],
  ])('[5.16] [3.19] %s has a form for 1, 2 to 4, 5 and more, and decimals', (interval, expected) => {
    expect([1, 2, 4, 5, 1.5].map((count) => plain(every(interval, count)))).toEqual(expected);
  });

  it('[5.16] counts beyond ten follow the same rule', () => {
    expect(plain(every('DAY', 30))).toBe('každých 30 dnů');
    expect(plain(every('WEEK', 22))).toBe('každých 22 týdnů');
  });

  it.each(['FORTNIGHT', '', 'week', 'toString'])(
    '[5.16] an unknown interval (%s) is an error',
    (interval) => {
      expect(() => every(interval, 1)).toThrow('no such interval');
    },
  );

  it('[5.16] a number stays with its noun', () => {
    expect(every('WEEK', 2)).toBe('každé 2\u00a0týdny');
  });

  it.each([
    [1, false, 'Měsíční předplatné, první platba'],
    [3, false, 'Měsíční předplatné, první 3 platby'],
    [12, false, 'Měsíční předplatné, prvních 12 plateb'],
    [Infinity, false, 'Měsíční předplatné'],
    [1, true, 'Měsíční předplatné, další platba'],
    [2, true, 'Měsíční předplatné, další 2 platby'],
    [4, true, 'Měsíční předplatné, další 4 platby'],
    [5, true, 'Měsíční předplatné, dalších 5 plateb'],
    [Infinity, true, 'Měsíční předplatné, dále'],
  ])('[5.16] an amount that holds for %s payments says so', (orders, later, label) => {
    expect(plain(recurringLabel('MONTH', 1, orders, later))).toBe(label);
  });

  it.each([
    ['three', [2, 5], ['první 2 platby 300', 'další 3 platby 350', 'dále 400']],
    ['four', [1, 2, 7], ['první platba 450', 'další platba 500', 'dalších 5 plateb 550', 'dále 600']],
  ])('[5.16] %s phases of one schedule say how long each holds', (_, ends, expected) => {
    // Every line costs 150 for some payments and 200 afterwards.
    const lines = ends.map((orders) => ({
      quantity: 1,
      interval: 'MONTH',
      intervalCount: 1,
      prices: [
        { minor: 150, orders },
        { minor: 200, orders: Infinity },
      ],
    }));
    const said = recurringTotals(lines).map(
      ({ interval, intervalCount, minor, orders, later }) =>
        `${plain(recurringLabel(interval, intervalCount, orders, later))} ${String(minor)}`,
    );
    expect(said).toEqual(expected.map((phase) => `Měsíční předplatné, ${phase}`));
  });
});
