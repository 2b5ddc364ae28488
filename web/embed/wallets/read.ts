/** Reads what pages and vendors pass: its types are a promise that nobody has checked. */

/** Said where a wallet names no country. */
export const NO_COUNTRY = 'ZZ';

/** The parts of something that may be no object at all. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Whether it is a text with something in it. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether it is a list with something in it, and of these things only. */
export function isListOf<Item>(is: (item: unknown) => item is Item) {
  return (value: unknown): value is Item[] => Array.isArray(value) && value.length > 0 && value.every(is);
}

/** Whether it is a list of texts, and not an empty one. */
export const isTexts = isListOf(isText);

/** What of a text says anything: vendors leave out some fields that their types promise, and send others empty. */
export const given = (text: string | undefined): string | null => (text?.trim() ? text.trim() : null);
