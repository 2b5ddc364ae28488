// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { SheetView } from '../protocol.ts';
import { sheetUpdate, shippingOptions, transactionInfo } from './view.ts';

const VIEW: SheetView = {
  totals: {
    currencyCode: 'CZK',
    label: 'Obchod',
    minor: 141950,
    lines: [
      { kind: 'subtotal', label: 'Mezisoučet', minor: 129050 },
      { kind: 'line', label: 'Sleva', minor: -10000 },
      { kind: 'line', label: 'Doprava', minor: 12900 },
      { kind: 'tax', label: 'Daň', minor: 1 },
    ],
  },
  options: [
    { id: 'a,b', label: 'Zásilkovna', detail: 'Do dvou dnů', minor: 12900 },
    { id: 'c', label: 'Osobně', detail: '', minor: 0 },
  ],
  selectedOptionId: 'a,b',
};

const plain = (text: string | undefined) => text?.replaceAll(/\s/gu, ' ');

describe('transactionInfo', () => {
  it('[3.17] shows total and lines, always as an estimate', () => {
    expect(transactionInfo(VIEW.totals, 'CZ')).toEqual({
      totalPrice: '1419.50',
      currencyCode: 'CZK',
      countryCode: 'CZ',
      totalPriceStatus: 'ESTIMATED',
      totalPriceLabel: 'Obchod',
      displayItems: [
        { label: 'Mezisoučet', type: 'SUBTOTAL', price: '1290.50', status: 'FINAL' },
        { label: 'Sleva', type: 'LINE_ITEM', price: '-100.00', status: 'FINAL' },
        { label: 'Doprava', type: 'LINE_ITEM', price: '129.00', status: 'FINAL' },
        { label: 'Daň', type: 'TAX', price: '0.01', status: 'FINAL' },
      ],
    });
  });
});

describe('shippingOptions', () => {
  it('[4.22] offers the ways of delivery with their prices', () => {
    const options = shippingOptions(VIEW);
    expect(options?.defaultSelectedOptionId).toBe('a,b');
    expect(
      options?.shippingOptions.map(({ id, label, description }) => [id, plain(label), description]),
    ).toEqual([
      ['a,b', 'Zásilkovna – 129 Kč', 'Do dvou dnů'],
      ['c', 'Osobně – zdarma', ''],
    ]);
  });

  it.each([null, 'gone'])('[4.22] selects nothing for %s', (selectedOptionId) => {
    expect(shippingOptions({ ...VIEW, selectedOptionId })).not.toHaveProperty('defaultSelectedOptionId');
  });
});

describe('sheetUpdate', () => {
  it('[4.22] leaves the options out where there are none', () => {
    expect(Object.keys(sheetUpdate({ ...VIEW, options: [] }, 'CZ'))).toEqual(['newTransactionInfo']);
    expect(Object.keys(sheetUpdate(VIEW, 'CZ'))).toEqual([
      'newTransactionInfo',
      'newShippingOptionParameters',
    ]);
  });
});
