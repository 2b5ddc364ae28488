/** Reads values of pages and vendors, whose types are unchecked. Unlike `decode.ts` it never throws. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether it is an object with members, and no list. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object; none of anything else. */
export const members = (value: unknown): Members => (isObject(value) ? value : {});

/** The items of a list; none of anything else. */
export const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Whether it is a text with something in it. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
