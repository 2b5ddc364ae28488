import { countryName } from '../common/country-name.ts';
import type { Contact } from './types.ts';

/** Countries whose postal codes tell the very street: only their beginning is given away. */
const PRECISE = ['CA', 'GB', 'UK'];

/** What a merchant sees of a contact before the buyer has agreed: no name, no street, no telephone, no e-mail. */
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

/** What a merchant gets of a contact once the buyer has agreed: what it asked for. */
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
