import type { PhoneRule } from '../bootstrap/data.ts';

/** Separators between digits; the server removes the same ones. */
const SEPARATORS = /[\s\u2011\u2013().\-/]/gu;

/** The form of numbers of unknown countries: the Czech one. */
const HOME: PhoneRule = {
  callingCode: '420',
  trunk: '',
  least: 9,
  most: 9,
  firstDigits: '23456789',
  example: '777 123 456',
};

/** An example number. `rule` is null if only the international form is known. */
export function phoneExample(rule: PhoneRule | null | undefined): string {
  if (rule === null) return '+420 777 123 456, i s předvolbou země';
  return (rule ?? HOME).example;
}

/** A typed number without separators: digits, perhaps after a plus. Empty without input. */
export function compactPhone(text: string): string {
  return text.replaceAll(SEPARATORS, '').replace(/^00/u, '+');
}

/** Whether the server can read this compact number as one of the country, or of any country with its calling code. */
export function isPhone(compact: string, rule: PhoneRule | null | undefined): boolean {
  if (compact.startsWith('+')) return /^\+[1-9]\d{6,14}$/u.test(compact);
  if (rule === null) return false;
  const known = rule ?? HOME;
  const { trunk, callingCode } = known;
  const national = compact.startsWith(trunk) ? compact.slice(trunk.length) : compact;
  if (fits(national, known)) return true;
  return compact.startsWith(callingCode) && fits(compact.slice(callingCode.length), known);
}

function fits(national: string, { least, most, firstDigits }: PhoneRule): boolean {
  const { length } = national;
  return (
    least <= length && length <= most && /^\d+$/u.test(national) && firstDigits.includes(national.charAt(0))
  );
}
