import type { Country, PlaceField } from '../bootstrap/data.ts';
import { addressPart, type FieldName, type FormValues } from './fields.ts';

/** Fields that not every country's addresses have. */
export const CLEARED = ['city', 'province', 'zip'] as const;

/** The fields of unknown countries: the Czech ones. */
const USUAL: readonly PlaceField[] = [
  { name: 'address1', required: true },
  { name: 'address2', required: false },
  { name: 'city', required: true },
  { name: 'zip', required: true },
];

/** The country with this code, if the shop delivers there. */
export function countryOf(countries: readonly Country[], code: string): Country | undefined {
  return countries.find((country) => country.code === code);
}

/** The country of the address that a field belongs to. */
export function addressCountry(
  form: FormValues,
  name: FieldName,
  countries: readonly Country[],
): Country | undefined {
  const part = addressPart(name);
  return part === null ? undefined : countryOf(countries, form[part.kind].country);
}

/** The fields of a country's addresses besides the names, in its order. */
export function placeFields(country: Country | undefined): readonly PlaceField[] {
  return country?.fields ?? USUAL;
}
