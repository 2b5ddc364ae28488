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

/** What to fill in. What the buyer has typed stays; `before` is what was filled in for another number. */
export function toFill(company: Company, form: FormValues, before: Texts): Texts {
  const isFree = (name: TextFieldName): boolean => {
    const text = textOf(form, name).trim();
    return text === '' || text === before.get(name);
  };
  return new Map([...textsOf(company)].filter(([name]) => isFree(name)));
}
