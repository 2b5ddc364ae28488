import type { Country } from '../bootstrap/data.ts';
import { phoneExample } from '../form/phone.ts';
import { type AddressField, addressPart, type FieldName } from '../form/fields.ts';
import { CODE_FIELD, MISSING_CODE } from './codes.ts';

/** What can be wrong with one field. */
export type FieldFault =
  | 'missing'
  | 'invalid'
  | 'zip_of_country'
  /** A Czech postal code that has not five digits. */
  | 'zip_form'
  | 'no_house_number';

interface FieldTexts {
  readonly label: string;
  readonly missing: string;
  readonly invalid: string;
}

/** The label of each field of an address, and the same as what is to be entered. */
const ADDRESS_WORDS: Readonly<Record<AddressField, readonly [label: string, wanted: string]>> = {
  firstName: ['Jméno', 'jméno'],
  lastName: ['Příjmení', 'příjmení'],
  company: ['Název firmy', 'název firmy'],
  address1: ['Ulice a číslo popisné', 'ulici a číslo popisné'],
  address2: ['Doplněk adresy', 'doplněk adresy'],
  city: ['Město', 'město'],
  province: ['Kraj', 'kraj'],
  zip: ['PSČ', 'PSČ'],
  country: ['Země', 'zemi'],
};

/** One sentence does, because the server says why something is refused. */
const choice = (label: string, asked: string): FieldTexts => ({
  label,
  missing: asked,
  invalid: asked,
});

const OTHER_TEXTS: Readonly<Partial<Record<FieldName, FieldTexts>>> = {
  email: {
    label: 'E-mail',
    missing: 'Vyplňte e-mail.',
    invalid: 'Zkontrolujte e-mail, měl by vypadat jako jana@example.cz.',
  },
  companyId: {
    label: 'IČO',
    missing: 'Vyplňte IČO firmy.',
    invalid: 'Zkontrolujte IČO, má osm číslic, například 27082440.',
  },
  vatId: {
    label: 'DIČ',
    missing: 'Vyplňte DIČ firmy.',
    invalid: 'Zkontrolujte DIČ, například CZ27082440.',
  },
  note: choice('Poznámka k objednávce', 'Zkontrolujte poznámku.'),
  deliveryOption: choice('Doprava', 'Vyberte způsob dopravy.'),
  secondDelivery: choice('Doprava předplatného', 'Vyberte způsob dopravy předplatného.'),
  payment: choice('Platba', 'Vyberte způsob platby.'),
  codes: choice(CODE_FIELD, MISSING_CODE),
};

/** Zones and postal codes are called differently in every country. */
function addressTexts(field: AddressField, country: Country | undefined): FieldTexts {
  const place = field === 'province' ? country?.zone : field === 'zip' ? country?.zip : undefined;
  const [usual, usually] = ADDRESS_WORDS[field];
  const { label, wanted } = place ?? { label: usual, wanted: usually };
  const asked = field === 'province' || field === 'country' ? 'Vyberte' : 'Vyplňte';
  return {
    label,
    missing: `${asked} ${wanted}.`,
    invalid: field === 'country' ? 'Do této země nedoručujeme.' : `Zkontrolujte ${wanted}.`,
  };
}

function textsOf(name: FieldName, country?: Country): FieldTexts {
  const part = addressPart(name);
  if (part !== null) return addressTexts(part.field, country);
  return OTHER_TEXTS[name] ?? phoneTexts(country);
}

const phoneTexts = (country?: Country): FieldTexts => ({
  label: 'Telefon',
  missing: 'Vyplňte telefon.',
  invalid: `Zkontrolujte telefonní číslo, například ${phoneExample(country?.phone)}.`,
});

/** The label of a field; `country` is that of its address. */
export const fieldLabel = (name: FieldName, country?: Country): string => textsOf(name, country).label;

/** The sentence beside a field; `country` is that of its address. */
export function faultText(name: FieldName, fault: FieldFault, country?: Country): string {
  const texts = textsOf(name, country);
  switch (fault) {
    case 'missing':
      return texts.missing;
    case 'invalid':
      return texts.invalid;
    case 'zip_of_country':
      return `${texts.label} neodpovídá zvolené zemi.`;
    case 'zip_form':
      return 'PSČ má pět číslic, například 110\u00a000.';
    case 'no_house_number':
      return 'Doplňte číslo popisné, bez něj dopravce adresu nenajde.';
  }
}
