import { isText } from '../../base/read.ts';

/** The country code for an unknown country. */
export const NO_COUNTRY = 'ZZ';

/** Whether it is a non-empty list of these values only. */
export function isListOf<Item>(is: (item: unknown) => item is Item) {
  return (value: unknown): value is Item[] => Array.isArray(value) && value.length > 0 && value.every(is);
}

/** Whether it is a non-empty list of texts. */
export const isTexts = isListOf(isText);

/** Null for an empty or missing text: vendors omit some fields that their types promise, and send others empty. */
export const given = (text: string | undefined): string | null => (text?.trim() ? text.trim() : null);
