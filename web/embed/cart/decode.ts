import { cartClientError } from './error.ts';
import { minorOf } from './money.ts';

/** Readers for answers of the API: whatever is not as agreed is an error at the border, not a surprise later. */

type Fields = Readonly<Record<string, unknown>>;

function fail(what: string): never {
  throw cartClientError(`The API's answer is not as agreed: ${what}`, { kind: 'shape' });
}

export const object = (value: unknown, what: string): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : fail(what);

export const text = (value: unknown, what: string): string =>
  typeof value === 'string' ? value : fail(what);

export const integer = (value: unknown, what: string): number =>
  Number.isSafeInteger(value) ? (value as number) : fail(what);

export const list = (value: unknown, what: string): readonly unknown[] =>
  Array.isArray(value) ? value : fail(what);

export const bool = (value: unknown, what: string): boolean =>
  typeof value === 'boolean' ? value : fail(what);

/** A decimal of the API, in minor units. */
export const minor = (value: unknown, what: string): number => minorOf(text(value, what)) ?? fail(what);

/** What `read` reads, or null. */
export const nullable =
  <T>(read: (value: unknown, what: string) => T) =>
  (value: unknown, what: string): T | null =>
    value === null || value === undefined ? null : read(value, what);
