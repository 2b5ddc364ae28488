import type { DeliveryOption } from '../api/model.ts';
import { type DeliveryMethod, SEPARATORS } from './delivery-methods.ts';

/** A place within its method. */
export interface Place {
  readonly name: string;
  /** Null if it is not known, or the description is the method's own. */
  readonly address: string | null;
}

export function placeOf(option: DeliveryOption, of: DeliveryMethod): Place {
  const own = SEPARATORS.map((separator) => of.title + separator).find((prefix) =>
    option.title.startsWith(prefix),
  );
  const name = own === undefined ? option.title : option.title.slice(own.length);
  const isOwn = option.description !== of.description && option.description !== '';
  return { name, address: isOwn ? option.description : null };
}

/** The name of one place within its method, with its address when that is known. */
export function placeLabel(option: DeliveryOption, of: DeliveryMethod): string {
  const { name, address } = placeOf(option, of);
  return address === null ? name : `${name} (${address})`;
}

/** The places of a method that hold every word of the query in name, town, street or postal code. */
export function foundPlaces(method: DeliveryMethod, query: string): readonly DeliveryOption[] {
  const words = wordsOf(query);
  return method.options.filter((option) => {
    const text = plain(placeLabel(option, method));
    return words.every((word) => text.includes(word));
  });
}

const wordsOf = (query: string): readonly string[] => plain(query).split(' ').filter(Boolean);

/** A postal code as it is printed. */
const POSTAL_CODE = /\b(\d{3}) (\d{2})\b/gu;

/** Without case, accents, commas, and the space within a postal code: few people type them. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(POSTAL_CODE, '$1$2')
    .replaceAll(',', ' ');
