// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { JANA } from '../../test/apple-pay.ts';
import { contact } from './contact.ts';

describe('contact', () => {
  it('[5.04] takes over a whole contact', () => {
    expect(contact(JANA)).toEqual({
      firstName: 'Jana',
      lastName: 'Nováková',
      company: null,
      address1: 'Dlouhá 12',
      address2: '2. patro, byt 5',
      city: 'Praha',
      zip: '110 00',
      province: null,
      country: 'CZ',
      phone: '+420601234567',
    });
  });

  it('[4.12] has nothing but the place before the buyer has agreed', () => {
    const redacted = {
      givenName: '',
      familyName: '',
      addressLines: [],
      locality: 'Brno',
      postalCode: '616 00',
      countryCode: 'CZ',
    };
    expect(contact(redacted)).toEqual({
      firstName: null,
      lastName: null,
      company: null,
      address1: null,
      address2: null,
      city: 'Brno',
      zip: '616 00',
      province: null,
      country: 'CZ',
      phone: null,
    });
  });

  it.each([
    ['CZ', 'CZ'],
    ['UK', 'GB'],
    ['JA', 'JP'],
    ['gb', 'GB'],
    ['uk', 'GB'],
    ['', 'ZZ'],
    ['  ', 'ZZ'],
    [undefined, 'ZZ'],
  ])('[5.04] the country %j is %s', (countryCode, country) => {
    expect(contact({ ...JANA, countryCode }).country).toBe(country);
  });

  it.each(['AS', 'GU', 'MP', 'PR', 'VI'])(
    '[5.04] the territory %s is a zone of the United States',
    (territory) => {
      const told = contact({ ...JANA, countryCode: territory, administrativeArea: 'San Juan' });
      expect(told).toMatchObject({ country: 'US', province: territory, zip: '110 00' });
    },
  );

  it.each([
    ['Kowloon', 'Kowloon', 'Kowloon'],
    ['KL', '', 'KL'],
    ['', 'Hong Kong Island', 'Hong Kong Island'],
  ])('[5.04] in Hong Kong the postal code %j is the zone, and none is left', (postalCode, area, province) => {
    const told = contact({ ...JANA, countryCode: 'HK', postalCode, administrativeArea: area });
    expect(told).toMatchObject({ country: 'HK', zip: null, province });
  });

  it.each([
    ['Jana', 'Nováková', 'Jana', 'Nováková'],
    ['Radka', '', 'Radka', 'Radka'],
    ['Radka', undefined, 'Radka', 'Radka'],
    ['', 'Nováková', null, 'Nováková'],
    ['', '', null, null],
  ])('[5.04] the name %j %j', (givenName, familyName, firstName, lastName) => {
    expect(contact({ ...JANA, givenName, familyName })).toMatchObject({ firstName, lastName });
  });

  it.each([
    ['CA', 'Downtown', 'CA'],
    ['', 'Downtown', 'Downtown'],
    [undefined, ' Al Barsha ', 'Al Barsha'],
    ['', '', null],
  ])('[5.04] the zone of the area %j in %j', (administrativeArea, subLocality, province) => {
    expect(contact({ ...JANA, countryCode: 'US', administrativeArea, subLocality }).province).toBe(province);
  });

  it.each([
    [undefined, null, null],
    [[], null, null],
    [['', ' '], null, null],
    [['Dlouhá 12'], 'Dlouhá 12', null],
    [['', 'Dlouhá 12', 'byt 5'], 'Dlouhá 12', 'byt 5'],
  ])('[5.04] the street of %j', (addressLines, address1, address2) => {
    expect(contact({ ...JANA, addressLines })).toMatchObject({ address1, address2 });
  });
});
