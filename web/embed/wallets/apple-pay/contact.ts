import type { SheetContact } from '../protocol.ts';
import { given, NO_COUNTRY } from '../read.ts';
import type { Contact } from './types.ts';

/** Country codes that Apple uses instead of the standard ones. */
const COUNTRIES: Readonly<Record<string, string>> = { UK: 'GB', JA: 'JP' };

/** Countries for Apple, zones of the United States for the shop. */
const TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI'];

/** Hong Kong has no postal codes: buyers enter their district in that field. */
export const HONG_KONG = 'HK';

/** A complete contact, or, before the buyer has agreed, one without name and street (row 5.04). */
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

/** The same for an optional contact. */
export const contactIn = (given: Contact | undefined): SheetContact | null => (given ? contact(given) : null);
