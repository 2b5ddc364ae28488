import { isObject } from '../../base/read.ts';

/** Checks one value. Returns its fault with the value's path, or null. */
export type Check = (value: unknown, path: string) => string | null;

/** The first fault of several. */
export const firstFault = (faults: readonly (string | null)[]): string | null =>
  faults.find((fault) => fault !== null) ?? null;

/** Makes a member optional. */
export const optional =
  (check: Check): Check =>
  (value, path) =>
    value === undefined ? null : check(value, path);

/** An object with these members and no others. */
export const objectOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (!isObject(value)) return `${path} must be an object`;
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(checks, name));
    if (unknown !== undefined) return `${path}.${unknown} is not known`;
    return firstFault(Object.entries(checks).map(([name, check]) => check(value[name], `${path}.${name}`)));
  };

/** A list of such values. */
export const listOf =
  (check: Check): Check =>
  (value, path) =>
    Array.isArray(value)
      ? firstFault(value.map((item: unknown, at) => check(item, `${path}[${String(at)}]`)))
      : `${path} must be a list`;

/** A text that matches the pattern; without a pattern, any text that is not empty. */
export const textOf =
  (what: string, pattern = /./s): Check =>
  (value, path) =>
    typeof value === 'string' && pattern.test(value) ? null : `${path} must be ${what}`;

export const boolean: Check = (value, path) =>
  typeof value === 'boolean' ? null : `${path} must be a boolean`;

/** A member that is known elsewhere, but must not be sent here. */
export const absent: Check = (value, path) => (value === undefined ? null : `${path} must be omitted`);
