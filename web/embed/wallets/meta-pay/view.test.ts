// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { SheetLine, SheetView } from '../protocol.ts';
import { viewDetails } from './view.ts';

const line = (kind: SheetLine['kind'], label: string, minor: number): SheetLine => ({ kind, label, minor });

const LINES = [
  line('subtotal', 'Mezisoučet', 129050),
  line('line', 'Sleva', -10000),
  line('line', 'Doprava', 12900),
];

const view = (lines: readonly SheetLine[], minor: number): SheetView => ({
  totals: { currencyCode: 'CZK', label: 'Celkem', minor, lines },
  options: [
    { id: 'a,b', label: 'Zásilkovna', detail: 'Do dvou dnů', minor: 12900 },
    { id: 'c', label: 'Osobně', detail: '', minor: 0 },
  ],
  selectedOptionId: 'a,b',
});

const crowns = (value: string) => ({ currency: 'CZK', value });
const SUMMARY = [
  { label: 'Mezisoučet', amount: crowns('1290.50') },
  { label: 'Sleva', amount: crowns('-100.00') },
  { label: 'Doprava', amount: crowns('129.00') },
];

describe('viewDetails', () => {
  it('[B.03] shows the exact total under the merchant’s name, and what it adds up from', () => {
    expect(viewDetails(view(LINES, 131950), 'Obchod')).toEqual({
      total: { label: 'Obchod', amount: crowns('1319.50') },
      summaryItems: SUMMARY,
      displayItems: [],
      fulfillmentOptions: [
        { id: 'a,b', label: 'Zásilkovna, Do dvou dnů', price: crowns('129.00') },
        { id: 'c', label: 'Osobně', price: crowns('0.00') },
      ],
      fulfillmentOptionId: 'a,b',
    });
  });

  it('[B.03] adds tax to the sum only where it is not included, and later payments never', () => {
    const lines = [...LINES, line('tax', 'Daň', 100), line('recurring', 'Měsíčně', 9900)];
    const tax = { label: 'Daň', amount: crowns('1.00') };
    const later = { label: 'Měsíčně', amount: crowns('99.00') };
    const added = viewDetails(view(lines, 132050), 'Obchod');
    expect(added.summaryItems).toEqual([...SUMMARY, tax]);
    expect(added.displayItems).toEqual([later]);
    const included = viewDetails(view(lines, 131950), 'Obchod');
    expect(included.summaryItems).toEqual(SUMMARY);
    expect(included.displayItems).toEqual([tax, later]);
  });

  it('[B.03] names no lines as the sum of a total that they do not make', () => {
    const details = viewDetails(view(LINES, 7), 'Obchod');
    expect(details.summaryItems).toEqual([]);
    expect(details.displayItems).toEqual(SUMMARY);
  });

  it.each([null, 'gone'])('selects nothing for %s', (selectedOptionId) => {
    const details = viewDetails({ ...view(LINES, 131950), selectedOptionId }, 'Obchod');
    expect(details).not.toHaveProperty('fulfillmentOptionId');
  });

  it('takes the options away where there are none', () => {
    const details = viewDetails({ ...view(LINES, 131950), options: [] }, 'Obchod');
    expect(details.fulfillmentOptions).toEqual([]);
    expect(details).not.toHaveProperty('fulfillmentOptionId');
  });
});
