/** Reads what a page passes: its types are a promise that nobody has checked. */
export type Members = Readonly<Record<string, unknown>>;

/** The members of an object; none of anything else. */
export const members = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** Whether it is an object with members. */
export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a list; none of anything else. */
export const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Whether it is a text with something in it. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether a list has at least one item, and only these words. */
export const areKnown = (value: unknown, known: readonly string[]): boolean =>
  items(value).length > 0 && items(value).every((item) => known.includes(item as string));
