// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { sheetView } from '../../test/google-pay.ts';
import type { SheetLine } from '../protocol.ts';
import { prices, shippingMethods } from './view.ts';

const withLines = (...lines: SheetLine[]) => {
  const view = sheetView(129_050);
  return prices({ ...view, totals: { ...view.totals, lines } }, 'Obchod');
};

describe('prices', () => {
  it('[4.12] the total goes to the merchant and is final, as are its lines', () => {
    const { newTotal, newLineItems } = withLines(
      { kind: 'subtotal', label: 'Mezisoučet', minor: 139_050 },
      { kind: 'line', label: 'Slevy', minor: -10_000 },
    );
    expect(newTotal).toEqual({ label: 'Obchod', amount: '1290.50', type: 'final' });
    expect(newLineItems).toEqual([
      { label: 'Mezisoučet', amount: '1390.50', type: 'final' },
      { label: 'Slevy', amount: '-100.00', type: 'final' },
    ]);
  });

  it.each([
    ['DAY', 3, 'day', 3],
    ['WEEK', 2, 'day', 14],
    ['MONTH', 1, 'month', 1],
    ['YEAR', 1, 'year', 1],
  ])(
    '[5.16] what is paid again every %s × %i recurs every %s × %i',
    (interval, intervalCount, unit, count) => {
      const schedule = { interval, intervalCount };
      const { newLineItems } = withLines({ kind: 'recurring', label: 'Předplatné', minor: 19_900, schedule });
      expect(newLineItems).toEqual([
        {
          label: 'Předplatné',
          amount: '199.00',
          type: 'final',
          paymentTiming: 'recurring',
          recurringPaymentIntervalUnit: unit,
          recurringPaymentIntervalCount: count,
        },
      ]);
    },
  );
});

describe('shippingMethods', () => {
  const options = ['ppl', 'posta', 'kuryr'].map((id) => ({ id, label: id, detail: 'zítra', minor: 9_900 }));

  it.each([
    ['posta', ['posta', 'ppl', 'kuryr']],
    ['ppl', ['ppl', 'posta', 'kuryr']],
    [null, ['ppl', 'posta', 'kuryr']],
  ])('[4.12] the selected one (%s) comes first, the others stay in order', (selectedOptionId, expected) => {
    const methods = shippingMethods({ ...sheetView(), options, selectedOptionId });
    expect(methods.map(({ identifier }) => identifier)).toEqual(expected);
    expect(methods[0]).toMatchObject({ detail: 'zítra', amount: '99.00' });
  });
});
