/** The storage key that pages with buttons read for the delivery promise. */
const KEY = 'accelerated-checkout:default-address';

/** Stores an order's country and postal code in this browser; nothing else of the address. */
export function rememberAddress(countryCode: string, zip: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ countryCode, zip }));
  } catch {
    // Storage is switched off or full: the next promise is made for the whole country.
  }
}
