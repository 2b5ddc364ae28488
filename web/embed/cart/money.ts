/** Converts the API's decimals to minor units and back, digit by digit: no floating point. */

/** How many places an amount of the API has. */
export const DECIMAL_PLACES = 2;

/** The minor units of a decimal like `1290.00`; null for anything else. */
export function minorOf(decimal: string): number | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
  if (whole === '') return null;
  const minor = Number(`${sign}${whole}${fraction.padEnd(DECIMAL_PLACES, '0')}`);
  // Adding zero turns a negative zero into a plain one.
  return Number.isSafeInteger(minor) ? minor + 0 : null;
}

/** The decimal of an amount in minor units, always with two places. */
export function decimalOf(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(DECIMAL_PLACES + 1, '0');
  const point = digits.length - DECIMAL_PLACES;
  return `${minor < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}
