import type { IdentityInput, MailingAddressInput } from '../../cart/operations.ts';
import type { SheetContact } from '../../wallets/protocol.ts';

/** Wallets send `ZZ` for an unknown country. The server decides how a cart treats it. */
const countryOf = ({ country }: SheetContact): string | null => (country === 'ZZ' ? null : country);

/** Removes null members, so that the request omits data that a wallet hides. */
const known = <Key extends string>(
  fields: Readonly<Record<Key, string | null>>,
): Partial<Record<Key, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<
    Record<Key, string>
  >;

/** A contact's address as the API takes it. */
export const mailingAddress = (contact: SheetContact): MailingAddressInput =>
  known({
    firstName: contact.firstName,
    lastName: contact.lastName,
    company: contact.company,
    address1: contact.address1,
    address2: contact.address2,
    city: contact.city,
    zip: contact.zip,
    province: contact.province,
    country: countryOf(contact),
    phone: contact.phone,
  });

/** The part of the destination that a sheet reveals before the buyer's consent. */
export const previewIdentity = (contact: SheetContact): IdentityInput => ({
  ...known({ countryCode: countryOf(contact) }),
  address: mailingAddress(contact),
  validateAddress: 'COUNTRY_CODE_ONLY',
});

/** The buyer's identity after consent; with the address only if goods are shipped. */
export const agreedIdentity = (
  email: string | null,
  shipping: SheetContact | null,
  billing: SheetContact,
): IdentityInput => ({
  ...known({ email, phone: shipping?.phone ?? billing.phone, countryCode: countryOf(shipping ?? billing) }),
  ...(shipping ? { address: mailingAddress(shipping) } : {}),
  validateAddress: 'STRICT',
});
