import { splitName } from '../name.ts';
import type { SheetContact } from '../protocol.ts';
import { given, NO_COUNTRY } from '../read.ts';
import type { Address, IntermediateAddress } from './types.ts';
import { zoneOf } from './zones.ts';

/** A complete address or, before the buyer's consent, country, zone, town and postal code. */
export function contact(address: Address | IntermediateAddress): SheetContact {
  const { name, address1, address2, address3, phoneNumber, locality, postalCode, ...rest }: Address = address;
  const country = given(rest.countryCode) ?? NO_COUNTRY;
  const zone = given(rest.administrativeArea);
  return {
    ...splitName(name),
    company: null,
    address1: given(address1),
    address2: given(
      [address2, address3]
        .map(given)
        .filter((line) => line !== null)
        .join(', '),
    ),
    city: given(locality),
    zip: given(postalCode),
    province: zone === null ? null : zoneOf(country, zone),
    country,
    phone: given(phoneNumber),
  };
}
