// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sheetView } from '../../test/google-pay.ts';
import type { SheetLine } from '../protocol.ts';
import { prices, shippingMethods } from './view.ts';

const withLines = (...lines: SheetLine[]) => {
  const view = sheetView(129_050);
  return prices({ ...view, totals: { ...view.totals, lines } }, 'Obchod');
};

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://obchod.example' });
});

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
      const { newLineItems, newRecurringPaymentRequest } = withLines({
        kind: 'recurring',
        label: 'Předplatné',
        minor: 19_900,
        schedule,
      });
      const line = {
        label: 'Předplatné',
        amount: '199.00',
        type: 'final',
        paymentTiming: 'recurring',
        recurringPaymentIntervalUnit: unit,
        recurringPaymentIntervalCount: count,
      };
      expect(newLineItems).toEqual([line]);
      expect(newRecurringPaymentRequest).toEqual({
        paymentDescription: 'Předplatné',
        regularBilling: line,
        managementURL: 'https://obchod.example',
      });
    },
  );

  it('[5.16] of several prices the one is named apart at which the plan stays', () => {
    const schedule = { interval: 'MONTH', intervalCount: 1 };
    const { newLineItems, newRecurringPaymentRequest } = withLines(
      { kind: 'subtotal', label: 'Mezisoučet', minor: 10_000 },
      { kind: 'recurring', label: 'Měsíční předplatné, první 3 platby', minor: 10_000, schedule },
      { kind: 'recurring', label: 'Měsíční předplatné, dále', minor: 20_000, schedule },
    );
    expect(newLineItems.map(({ paymentTiming }) => paymentTiming)).toEqual([
      undefined,
      'recurring',
      'recurring',
    ]);
    expect(newRecurringPaymentRequest).toMatchObject({
      paymentDescription: 'Měsíční předplatné, dále',
      regularBilling: { amount: '200.00' },
    });
  });

  it('[5.16] where nothing recurs nothing is named apart', () => {
    const line: SheetLine = { kind: 'line', label: 'Doprava', minor: 9_900 };
    expect(withLines(line)).not.toHaveProperty('newRecurringPaymentRequest');
  });
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
