import { FREE } from '../i18n/wallet.cs.ts';

const MINOR_DIGITS = 2;

/** Minor units as the decimal text that vendors take: `129050` -> `1290.50`. Exact: no division. */
export function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(MINOR_DIGITS + 1, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -MINOR_DIGITS)}.${digits.slice(-MINOR_DIGITS)}`;
}

/** The price of a service as a Czech reads it: `12900` -> `129 Kč`, `12950` -> `129,50 Kč`, nothing -> `zdarma`. */
export function czechPrice(minor: number, currency: string): string {
  if (minor === 0) return FREE;
  const digits = minor % 10 ** MINOR_DIGITS === 0 ? 0 : MINOR_DIGITS;
  return new Intl.NumberFormat('cs-CZ', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / 10 ** MINOR_DIGITS);
}
