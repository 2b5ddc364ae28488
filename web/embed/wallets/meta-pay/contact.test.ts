// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { contact } from './contact.ts';

const NOTHING = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  zip: null,
  province: null,
  country: 'ZZ',
  phone: null,
};

describe('contact', () => {
  it('takes a complete address', () => {
    const address = {
      recipient: 'Mary Ann Smith',
      addressLine: [' 500 Castro Street', '', 'Apt 4', 'Gate 2'],
      city: 'Mountain View',
      region: 'CA',
      postalCode: '94041',
      country: 'US',
      phone: '+1 650-253-0000',
    };
    expect(contact(address)).toEqual({
      firstName: 'Mary',
      lastName: 'Ann Smith',
      company: null,
      address1: '500 Castro Street',
      address2: 'Apt 4, Gate 2',
      city: 'Mountain View',
      zip: '94041',
      province: 'CA',
      country: 'US',
      phone: '+1 650-253-0000',
    });
  });

  it.each([
    [{}, NOTHING],
    [
      { country: 'CZ', region: '' },
      { ...NOTHING, country: 'CZ' },
    ],
    [
      { country: 'CZ', region: ' ', city: 'Brno', postalCode: '616 00', addressLine: [] },
      { ...NOTHING, country: 'CZ', city: 'Brno', zip: '616 00' },
    ],
  ])('takes the redacted address %j', (address, expected) => {
    expect(contact(address)).toEqual(expected);
  });
});
