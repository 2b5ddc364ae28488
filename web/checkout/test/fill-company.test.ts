import { describe, expect, it } from 'vitest';
import { toFill } from '../src/form/fill-company.ts';
import { form } from './support.ts';

const WORKSHOP = {
  name: 'Lněná dílna s.r.o.',
  vatId: 'CZ12345679',
  seat: { address1: 'Plátenická 1522/53a', city: 'Jihlava', zip: '586 01' },
};

const EMPTY = form({ billing: { ...form().billing, company: '', address1: '', city: '', zip: '' } });

describe('a company of the register', () => {
  it('[8.03] fills in what the buyer has left empty', () => {
    expect(Object.fromEntries(toFill(WORKSHOP, EMPTY, new Map()))).toEqual({
      'billing.company': 'Lněná dílna s.r.o.',
      vatId: 'CZ12345679',
      'billing.address1': 'Plátenická 1522/53a',
      'billing.city': 'Jihlava',
      'billing.zip': '586 01',
    });
    const typed = { ...EMPTY, vatId: 'CZ1', billing: { ...EMPTY.billing, company: 'Dílna', zip: '1' } };
    expect([...toFill(WORKSHOP, typed, new Map()).keys()]).toEqual(['billing.address1', 'billing.city']);
  });

  it('[8.03] replaces what it has filled in for another number, unless the buyer has changed it', () => {
    const before = new Map([
      ['billing.company', 'Krámek'],
      ['billing.city', 'Brno'],
    ] as const);
    const now = { ...EMPTY, vatId: 'x', billing: { ...EMPTY.billing, company: 'Krámek', city: 'Brno 2' } };
    expect([...toFill(WORKSHOP, now, before).keys()]).toEqual([
      'billing.company',
      'billing.address1',
      'billing.zip',
    ]);
  });

  it('[8.03] mixes no two companies: what another number filled in goes, also if nothing is known of this one', () => {
    const first = toFill(WORKSHOP, EMPTY, new Map());
    const filled = {
      ...EMPTY,
      vatId: 'CZ12345679',
      billing: {
        ...EMPTY.billing,
        company: WORKSHOP.name,
        address1: 'Jinde 1',
        city: 'Jihlava',
        zip: '586 01',
      },
    };
    const gone = { vatId: '', 'billing.city': '', 'billing.zip': '' };
    expect(Object.fromEntries(toFill(null, filled, first))).toEqual({ ...gone, 'billing.company': '' });
    const bare = { name: 'Krámek', vatId: null, seat: null };
    expect(Object.fromEntries(toFill(bare, filled, first))).toEqual({ ...gone, 'billing.company': 'Krámek' });
  });

  it('[8.03] leaves out what the register does not know', () => {
    const bare = { ...WORKSHOP, vatId: null, seat: null };
    expect([...toFill(bare, EMPTY, new Map()).keys()]).toEqual(['billing.company']);
  });
});
