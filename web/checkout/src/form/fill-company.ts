import type { Company } from '../api/company.ts';
import { type FormValues, textOf, type TextFieldName } from './fields.ts';

/** Texts by field. */
export type Texts = ReadonlyMap<TextFieldName, string>;

/** A company's fields in the form. */
const textsOf = ({ name, vatId, seat }: Company): Texts =>
  new Map<TextFieldName, string>([
    ['billing.company', name],
    ...(vatId === null ? [] : [['vatId', vatId] as const]),
    ...(seat === null
      ? []
      : ([
          ['billing.address1', seat.address1],
          ['billing.city', seat.city],
          ['billing.zip', seat.zip],
        ] as const)),
  ]);

/**
 * What to write into the form. What the buyer has typed stays; `before` is what was filled in for another number, of which
 * nothing may stay, so that no invoice mixes two companies: without a value of its own the field is emptied. Null: no company is
 * known for the number.
 */
export function toFill(company: Company | null, form: FormValues, before: Texts): Texts {
  const isFree = (name: TextFieldName): boolean => {
    const text = textOf(form, name).trim();
    return text === '' || text === before.get(name);
  };
  const emptied = [...before.keys()].map((name) => [name, ''] as const);
  const texts = new Map([...emptied, ...(company === null ? [] : textsOf(company))]);
  return new Map([...texts].filter(([name, text]) => isFree(name) && text !== textOf(form, name)));
}
