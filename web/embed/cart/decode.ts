import { CartClientError } from './error.ts';

/** Readers for answers of the API: whatever is not as agreed is an error at the border, not a surprise later. */

type Fields = Readonly<Record<string, unknown>>;

function fail(path: string): never {
  throw new CartClientError(`The API's answer is not as agreed: ${path}`, { kind: 'shape' });
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

export const object = (value: unknown, path: string): Fields => (isObject(value) ? value : fail(path));

export const text = (value: unknown, path: string): string =>
  typeof value === 'string' ? value : fail(path);

export const integer = (value: unknown, path: string): number =>
  Number.isSafeInteger(value) ? (value as number) : fail(path);

/** Null where the API has null or nothing. */
export const optional = <T>(
  value: unknown,
  path: string,
  read: (value: unknown, path: string) => T,
): T | null => (value === null || value === undefined ? null : read(value, path));

export const list = <T>(
  value: unknown,
  path: string,
  read: (value: unknown, path: string) => T,
): readonly T[] => (Array.isArray(value) ? value.map((item) => read(item, path)) : fail(path));
