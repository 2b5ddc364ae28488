/** Postal codes of these countries are five digits written as `602 00`. */
const SPACED = new Set(['CZ', 'SK']);

/** Writes a postal code the way people of the country do; anything unexpected is only trimmed. */
export function tidyZip(zip: string, country: string): string {
  const trimmed = zip.trim();
  const digits = trimmed.replaceAll(/[\s\u00a0]/gu, '');
  if (SPACED.has(country) && /^\d{5}$/u.test(digits)) {
    return `${digits.slice(0, 3)} ${digits.slice(3)}`;
  }
  return trimmed;
}

/** `777123456` -> `777 123 456`; numbers with a country prefix keep it. */
export function tidyPhone(phone: string): string {
  const trimmed = phone.trim();
  const compact = trimmed.replaceAll(/[\s\u00a0().-]/gu, '').replace(/^00/u, '+');
  const match = /^(\+42[01])?(\d{3})(\d{3})(\d{3})$/u.exec(compact);
  if (match === null) return trimmed;
  const [, prefix, ...groups]: readonly (string | undefined)[] = match;
  return [prefix, ...groups].filter((part) => part !== undefined).join(' ');
}
