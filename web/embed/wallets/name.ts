import type { SheetContact } from './protocol.ts';
import { given } from './read.ts';

/** The name split at the first space; a single word is the last name (row 5.13). */
export function splitName(name: string | undefined): Pick<SheetContact, 'firstName' | 'lastName'> {
  const whole = given(name);
  const space = whole?.search(/\s/u) ?? -1;
  if (whole === null || space < 0) return { firstName: null, lastName: whole };
  return { firstName: whole.slice(0, space), lastName: whole.slice(space).trim() };
}
