import type { SheetContact } from '../protocol.ts';
import { given, NO_COUNTRY } from '../read.ts';
import type { Contact } from './types.ts';

/** Codes that Apple uses for countries that have others. */
const COUNTRIES: Readonly<Record<string, string>> = { UK: 'GB', JA: 'JP' };

/** Countries to Apple, zones of the United States to the post and to the shop. */
const TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI'];

/** In Hong Kong there are no postal codes: its people write their district into that field. */
export const HONG_KONG = 'HK';

/** A whole contact, or what there is of it before the buyer has agreed: neither name nor street (row 5.04). */
export function contact({ addressLines = [], ...rest }: Contact): SheetContact {
  const named = given(rest.countryCode)?.toUpperCase() ?? NO_COUNTRY;
  const isTerritory = TERRITORIES.includes(named);
  const country = isTerritory ? 'US' : (COUNTRIES[named] ?? named);
  const postalCode = given(rest.postalCode);
  const isHongKong = country === HONG_KONG;
  const area = given(rest.administrativeArea) ?? given(rest.subLocality);
  const firstName = given(rest.givenName);
  const [address1 = null, ...others] = addressLines.map(given).filter((line) => line !== null);
  return {
    firstName,
    lastName: given(rest.familyName) ?? firstName,
    company: null,
    address1,
    address2: given(others.join(', ')),
    city: given(rest.locality),
    zip: isHongKong ? null : postalCode,
    province: isTerritory ? named : ((isHongKong ? postalCode : null) ?? area),
    country,
    phone: given(rest.phoneNumber),
  };
}

/** The same where there may be none. */
export const contactIn = (given: Contact | undefined): SheetContact | null => (given ? contact(given) : null);
