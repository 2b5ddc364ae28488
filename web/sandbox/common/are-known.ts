import { items } from '../../base/read.ts';

/** Whether a value is a non-empty list of only these words. */
export const areKnown = (value: unknown, known: readonly string[]): boolean =>
  items(value).length > 0 && items(value).every((item) => known.includes(item as string));
