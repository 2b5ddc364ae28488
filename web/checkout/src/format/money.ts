const MINOR_DIGITS = 2;

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency}:${String(digits)}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat('cs-CZ', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formatters.set(key, made);
  return made;
}

/** `1290.00` -> `1 290 Kč`, `1290.50` -> `1 290,50 Kč`; every space is a non-breaking one. */
export function formatMoney(decimal: string, currency = 'CZK'): string {
  const minor = toMinor(decimal);
  const digits = minor % 10 ** MINOR_DIGITS === 0 ? 0 : MINOR_DIGITS;
  return formatter(currency, digits)
    .format(minor / 10 ** MINOR_DIGITS)
    .replaceAll(/\s/gu, '\u00a0');
}

/** Money as whole minor units, so that comparing and adding are exact. */
export function toMinor(decimal: string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/u.exec(decimal.trim());
  if (match === null) throw new RangeError('not a decimal amount with at most two places');
  const [, sign = '', whole = '0', fraction = ''] = match;
  const minor = Number(whole) * 100 + Number(fraction.padEnd(MINOR_DIGITS, '0'));
  return sign === '-' ? -minor : minor;
}

export function isZero(decimal: string): boolean {
  return toMinor(decimal) === 0;
}

/** A price of a service. Zero becomes a word. */
export function formatPrice(decimal: string, currency = 'CZK'): string {
  return isZero(decimal) ? 'zdarma' : formatMoney(decimal, currency);
}

/** An amount that adds or takes off, with a true minus sign. */
export function formatChange(decimal: string, currency: string): string {
  return formatMoney(decimal, currency).replace('-', '−');
}

export function minus(decimal: string, less: string): string {
  return ((toMinor(decimal) - toMinor(less)) / 10 ** MINOR_DIGITS).toFixed(MINOR_DIGITS);
}

/** The sum before gift cards paid for a part of it. */
export function beforeCards(total: string, cards: readonly { readonly amount: string }[]): string {
  const minor = cards.reduce((sum, card) => sum + toMinor(card.amount), toMinor(total));
  return (minor / 10 ** MINOR_DIGITS).toFixed(MINOR_DIGITS);
}
