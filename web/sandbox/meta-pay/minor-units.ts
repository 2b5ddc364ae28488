/** A decimal text without separators. */
const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/;

/** A currency's decimal places. */
const placesOf = (currency: string): number =>
  new Intl.NumberFormat('cs', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;

/**
 * A decimal text in the currency's minor units, exactly: `12.50` CZK is 1250, `12.00` JPY is 12. Null if it is no decimal, or
 * finer than the currency.
 * @param currency three letters
 */
export function minorUnits(value: string, currency: string): number | null {
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(value) ?? [];
  if (whole === undefined) return null;
  const places = placesOf(currency);
  if (/[^0]/.test(fraction.slice(places))) return null;
  // Adding zero turns a negative zero into a plain one.
  return Number(`${sign}${whole}${fraction.slice(0, places).padEnd(places, '0')}`) + 0;
}
