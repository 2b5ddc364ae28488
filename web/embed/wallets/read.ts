import { isText } from '../../base/read.ts';

/** Said where a wallet names no country. */
export const NO_COUNTRY = 'ZZ';

/** Whether it is a list with something in it, and of these things only. */
export function isListOf<Item>(is: (item: unknown) => item is Item) {
  return (value: unknown): value is Item[] => Array.isArray(value) && value.length > 0 && value.every(is);
}

/** Whether it is a list of texts, and not an empty one. */
export const isTexts = isListOf(isText);

/** What of a text says anything: vendors leave out some fields that their types promise, and send others empty. */
export const given = (text: string | undefined): string | null => (text?.trim() ? text.trim() : null);
