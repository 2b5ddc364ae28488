import { countryName } from '../common/country-name.ts';
import type { Contact } from './types.ts';

/** Countries whose postal codes identify the street. Redacted contacts contain only the beginning. */
const PRECISE = ['CA', 'GB', 'UK'];

/** The redacted contact that a merchant gets before the buyer's consent: no name, street, telephone or e-mail. */
export function redacted(contact: Contact): Contact {
  const { countryCode = '', postalCode = '', locality, subLocality, administrativeArea } = contact;
  return {
    givenName: '',
    familyName: '',
    addressLines: [],
    locality,
    subLocality: subLocality ?? '',
    administrativeArea,
    subAdministrativeArea: '',
    postalCode: PRECISE.includes(countryCode) ? (postalCode.split(' ')[0] ?? '') : postalCode,
    country: countryName(countryCode),
    countryCode,
  };
}

/** The contact that a merchant gets after the buyer's consent: the requested fields. */
export function agreed(contact: Contact, fields: readonly string[]): Contact {
  const { givenName, familyName, emailAddress, phoneNumber, ...place } = contact;
  return {
    ...(fields.includes('name') && { givenName, familyName }),
    ...(fields.includes('email') && { emailAddress }),
    ...(fields.includes('phone') && { phoneNumber }),
    ...(fields.includes('postalAddress') && {
      subLocality: '',
      subAdministrativeArea: '',
      ...place,
      country: countryName(place.countryCode ?? ''),
    }),
  };
}
