/**
 * The buyer's location in this browser's storage: the address that the checkout stored at an earlier purchase, and a postal
 * code that the buyer entered instead. Both may be missing, forbidden or malformed; then the location is unknown.
 */
const ADDRESS_KEY = 'accelerated-checkout:default-address';
const POSTAL_CODE_KEY = 'accelerated-checkout:postal-code';

/** The part of an address that a promise depends on; nothing else is stored. */
interface DefaultAddress {
  readonly countryCode: string;
  readonly zip: string;
}

/** The postal code to ask with. */
export interface KnownPostalCode {
  readonly postalCode: string | null;
  readonly isPostalCodeOverride: boolean;
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function defaultAddress(): DefaultAddress | null {
  try {
    const value: unknown = JSON.parse(stored(ADDRESS_KEY) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { countryCode, zip } = value as Readonly<Record<string, unknown>>;
    return typeof countryCode === 'string' && typeof zip === 'string' ? { countryCode, zip } : null;
  } catch {
    return null;
  }
}

/** The postal code that the buyer gave, else that of the default address, if it is in this country. */
export function knownPostalCode(country: string): KnownPostalCode {
  const given = stored(POSTAL_CODE_KEY)?.trim();
  if (given) return { postalCode: given, isPostalCodeOverride: true };
  const address = defaultAddress();
  const isHere = address?.countryCode.toUpperCase() === country.toUpperCase();
  return { postalCode: address && isHere && address.zip ? address.zip : null, isPostalCodeOverride: false };
}
