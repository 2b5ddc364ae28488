/**
 * The buyer's location in this browser's storage: the address that the checkout stored at an earlier purchase, and a postal
 * code that the buyer entered instead. Both may be missing, forbidden or malformed; then the location is unknown.
 */
const ADDRESS_KEY = 'accelerated-checkout:default-address';
const POSTAL_CODE_KEY = 'accelerated-checkout:postal-code';

/** The part of an address that a promise depends on; nothing else is stored. */
interface DefaultAddress {
  readonly countryCode: string;
  readonly zip: unknown;
}

/** The postal code to ask with. */
export interface KnownPostalCode {
  readonly postalCode: string | null;
  readonly isPostalCodeOverride: boolean;
}

/** The postal code that the buyer gave, else that of the default address, if it is in this country. */
export function knownPostalCode(country: string): KnownPostalCode {
  try {
    const given = localStorage.getItem(POSTAL_CODE_KEY)?.trim();
    if (given) return { postalCode: given, isPostalCodeOverride: true };
    const { countryCode, zip } = JSON.parse(String(localStorage.getItem(ADDRESS_KEY))) as DefaultAddress;
    if (typeof zip === 'string' && zip && countryCode.toUpperCase() === country.toUpperCase())
      return { postalCode: zip, isPostalCodeOverride: false };
  } catch {
    // The storage is forbidden here, or it holds no address.
  }
  return { postalCode: null, isPostalCodeOverride: false };
}
