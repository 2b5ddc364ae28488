// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { contact } from './contact.ts';
import type { Address, IntermediateAddress } from './types.ts';

const PRAGUE: Address = {
  name: 'Jana Nováková',
  address1: 'Dlouhá 12',
  address2: '2. patro',
  address3: 'byt 5',
  locality: 'Praha',
  administrativeArea: '',
  postalCode: '110 00',
  countryCode: 'CZ',
  phoneNumber: '+420777123456',
};

describe('contact', () => {
  it('[5.13] takes over a whole address', () => {
    expect(contact(PRAGUE)).toEqual({
      firstName: 'Jana',
      lastName: 'Nováková',
      company: null,
      address1: 'Dlouhá 12',
      address2: '2. patro, byt 5',
      city: 'Praha',
      zip: '110 00',
      province: null,
      country: 'CZ',
      phone: '+420777123456',
    });
  });

  it('[4.22] has nothing but the place before the buyer has agreed', () => {
    const partial: IntermediateAddress = {
      locality: 'دبي',
      administrativeArea: 'دبي',
      postalCode: '',
      countryCode: 'AE',
    };
    expect(contact(partial)).toEqual({
      firstName: null,
      lastName: null,
      company: null,
      address1: null,
      address2: null,
      city: 'دبي',
      zip: null,
      province: 'DU',
      country: 'AE',
      phone: null,
    });
  });

  it.each([
    ['Jana Nováková', 'Jana', 'Nováková'],
    ['Jan Amos Komenský', 'Jan', 'Amos Komenský'],
    ['  Jana   Nováková ', 'Jana', 'Nováková'],
    ['Madonna', null, 'Madonna'],
    ['', null, null],
    ['  ', null, null],
    [undefined, null, null],
  ])('[5.13] the name %j is split', (name, firstName, lastName) => {
    expect(contact({ ...PRAGUE, name })).toMatchObject({ firstName, lastName });
  });

  it('[5.13] gives a Mexican state’s code', () => {
    expect(contact({ ...PRAGUE, countryCode: 'MX', administrativeArea: 'Jal.' }).province).toBe('JAL');
  });

  it('says so where there is no country', () => {
    expect(contact({ ...PRAGUE, countryCode: '' }).country).toBe('ZZ');
    expect(contact({} as IntermediateAddress)).toMatchObject({ country: 'ZZ', city: null });
  });
});
