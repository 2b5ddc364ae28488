// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { contact } from '../../test/sheet.ts';
import { agreedIdentity, mailingAddress, previewIdentity } from './contact.ts';

const CZECH = contact({ company: 'Světluška', address2: 'Byt 3', province: 'PR' });
const SLOVAK = contact({ country: 'SK', city: 'Bratislava', phone: '+421900111222' });
const ADDRESS = {
  firstName: 'Jana',
  lastName: 'Nováková',
  company: 'Světluška',
  address1: 'Dlouhá 1',
  address2: 'Byt 3',
  city: 'Praha',
  zip: '11000',
  province: 'PR',
  country: 'CZ',
  phone: '+420601234567',
};

describe('the address that the cart is told', () => {
  it('every part that the wallet tells, and none that it hides', () => {
    expect(mailingAddress(CZECH)).toEqual(ADDRESS);
    const hidden = contact({ firstName: null, lastName: null, address1: null, phone: null });
    expect(mailingAddress(hidden)).toEqual({ city: 'Praha', zip: '11000', country: 'CZ' });
  });

  it('an unknown country is left out', () => {
    expect(mailingAddress(contact({ country: 'ZZ' }))).not.toHaveProperty('country');
    expect(previewIdentity(contact({ country: 'ZZ' }))).not.toHaveProperty('countryCode');
  });
});

describe('the buyer', () => {
  it('before consent: the address with its country, checked for the country alone', () => {
    expect(previewIdentity(CZECH)).toEqual({
      countryCode: 'CZ',
      address: ADDRESS,
      validateAddress: 'COUNTRY_CODE_ONLY',
    });
  });

  it('of goods that are shipped: where they go', () => {
    expect(agreedIdentity('jana@example.cz', CZECH, SLOVAK)).toEqual({
      email: 'jana@example.cz',
      phone: '+420601234567',
      countryCode: 'CZ',
      address: ADDRESS,
      validateAddress: 'STRICT',
    });
  });

  it('of goods that are not shipped: who pays, without an address', () => {
    expect(agreedIdentity(null, null, SLOVAK)).toEqual({
      phone: '+421900111222',
      countryCode: 'SK',
      validateAddress: 'STRICT',
    });
  });

  it('without a phone for the parcel can be called by the one who pays', () => {
    expect(agreedIdentity(null, contact({ phone: null }), SLOVAK)).toMatchObject({
      phone: '+421900111222',
      countryCode: 'CZ',
    });
  });
});
