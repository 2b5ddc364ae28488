import type { Country } from '../bootstrap/data.ts';
import { phoneExample } from '../form/phone.ts';
import {
  type AddressField,
  addressPart,
  type DeliveryFieldName,
  type FieldName,
  type PlainFieldName,
} from '../form/fields.ts';
import { CODE_FIELD } from './codes.ts';

/** What can be wrong with one field. */
export type FieldFault =
  | 'missing'
  | 'invalid'
  | 'too_long'
  | 'emoji'
  | 'html'
  | 'url'
  | 'zip_of_country'
  | 'no_house_number'
  /** The check digit of a company's number is wrong. */
  | 'unknown';

interface FieldTexts {
  readonly label: string;
  readonly missing: string;
  readonly invalid: string;
  readonly tooLong: string;
}

const ADDRESS_TEXTS: Readonly<Record<AddressField, FieldTexts>> = {
  firstName: {
    label: 'Jméno',
    missing: 'Vyplňte jméno.',
    invalid: 'Jméno obsahuje nepovolené znaky.',
    tooLong: 'Jméno je příliš dlouhé.',
  },
  lastName: {
    label: 'Příjmení',
    missing: 'Vyplňte příjmení.',
    invalid: 'Příjmení obsahuje nepovolené znaky.',
    tooLong: 'Příjmení je příliš dlouhé.',
  },
  company: {
    label: 'Název firmy',
    missing: 'Vyplňte název firmy.',
    invalid: 'Název firmy obsahuje nepovolené znaky.',
    tooLong: 'Název firmy je příliš dlouhý.',
  },
  address1: {
    label: 'Ulice a číslo popisné',
    missing: 'Vyplňte ulici a číslo popisné.',
    invalid: 'Zkontrolujte ulici a číslo popisné.',
    tooLong: 'Ulice a číslo popisné jsou příliš dlouhé.',
  },
  address2: {
    label: 'Doplněk adresy',
    missing: 'Vyplňte doplněk adresy.',
    invalid: 'Zkontrolujte doplněk adresy.',
    tooLong: 'Doplněk adresy je příliš dlouhý.',
  },
  city: {
    label: 'Město',
    missing: 'Vyplňte město.',
    invalid: 'Zkontrolujte název města.',
    tooLong: 'Název města je příliš dlouhý.',
  },
  province: {
    label: 'Kraj',
    missing: 'Vyberte kraj.',
    invalid: 'Vyberte platný kraj.',
    tooLong: 'Název kraje je příliš dlouhý.',
  },
  zip: {
    label: 'PSČ',
    missing: 'Vyplňte PSČ.',
    invalid: 'Zkontrolujte PSČ.',
    tooLong: 'PSČ je příliš dlouhé.',
  },
  country: {
    label: 'Země',
    missing: 'Vyberte zemi.',
    invalid: 'Do této země nedoručujeme. Vyberte prosím jinou.',
    tooLong: 'Vyberte zemi.',
  },
};

/** The server says why a choice is refused. */
const choice = (label: string, asked: string): FieldTexts => ({
  label,
  missing: asked,
  invalid: asked,
  tooLong: asked,
});

const OTHER_TEXTS: Readonly<Record<PlainFieldName | DeliveryFieldName | 'payment', FieldTexts>> = {
  email: {
    label: 'E-mail',
    missing: 'Vyplňte e-mail.',
    invalid: 'Zkontrolujte e-mail, měl by vypadat jako jana@example.cz.',
    tooLong: 'E-mail je příliš dlouhý.',
  },
  phone: {
    label: 'Telefon',
    missing: 'Vyplňte telefon.',
    invalid: 'Zkontrolujte telefonní číslo, například 777 123 456.',
    tooLong: 'Telefonní číslo je příliš dlouhé.',
  },
  companyId: {
    label: 'IČO',
    missing: 'Vyplňte IČO firmy.',
    invalid: 'Zkontrolujte IČO, má osm číslic, například 27082440.',
    tooLong: 'IČO má příliš mnoho znaků.',
  },
  vatId: {
    label: 'DIČ',
    missing: 'Vyplňte DIČ firmy.',
    invalid: 'Zkontrolujte DIČ, například CZ27082440.',
    tooLong: 'DIČ má příliš mnoho znaků.',
  },
  note: {
    label: 'Poznámka k objednávce',
    missing: 'Vyplňte poznámku.',
    invalid: 'Poznámka obsahuje nepovolené znaky.',
    tooLong: 'Poznámka je příliš dlouhá.',
  },
  deliveryOption: choice('Doprava', 'Vyberte způsob dopravy.'),
  secondDelivery: choice('Doprava předplatného', 'Vyberte způsob dopravy předplatného.'),
  payment: choice('Platba', 'Vyberte způsob platby.'),
};

/** Zones and postal codes are called differently in every country. */
function textsOfPlace(field: AddressField, country: Country): FieldTexts {
  const usual = ADDRESS_TEXTS[field];
  if (field === 'province') {
    const { label, wanted, valid } = country.zone;
    return { ...usual, label, missing: `Vyberte ${wanted}.`, invalid: `Vyberte ${valid}.` };
  }
  if (field !== 'zip' || country.zip.label === usual.label) return usual;
  const { label, wanted, valid } = country.zip;
  return {
    label,
    missing: `Vyplňte ${wanted}.`,
    invalid: `Vyplňte ${valid}.`,
    tooLong: `${label} má příliš mnoho znaků.`,
  };
}

function textsOf(name: FieldName, country?: Country): FieldTexts {
  const part = addressPart(name);
  if (part !== null) {
    return country === undefined ? ADDRESS_TEXTS[part.field] : textsOfPlace(part.field, country);
  }
  switch (name) {
    case 'phone': {
      const invalid = `Zkontrolujte telefonní číslo, například ${phoneExample(country?.phone)}.`;
      return { ...OTHER_TEXTS.phone, invalid };
    }
    case 'email':
    case 'note':
    case 'companyId':
    case 'vatId':
    case 'deliveryOption':
    case 'secondDelivery':
    case 'payment':
      return OTHER_TEXTS[name];
    default:
      return OTHER_TEXTS.note;
  }
}

/** The label of a field; `country` is that of its address. */
export function fieldLabel(name: FieldName, country?: Country): string {
  return name === 'codes' ? CODE_FIELD : textsOf(name, country).label;
}

/** The sentence beside a field; `country` is that of its address. */
export function faultText(name: FieldName, fault: FieldFault, country?: Country): string {
  const texts = textsOf(name, country);
  switch (fault) {
    case 'missing':
      return texts.missing;
    case 'invalid':
      return texts.invalid;
    case 'too_long':
      return texts.tooLong;
    case 'emoji':
      return `${texts.label}: emotikony tu použít nejde.`;
    case 'html':
      return `${texts.label}: značky < a > tu použít nejde.`;
    case 'url':
      return `${texts.label}: webová adresa sem nepatří.`;
    case 'zip_of_country':
      return `${texts.label} neodpovídá zvolené zemi.`;
    case 'no_house_number':
      return 'Doplňte číslo popisné, bez něj dopravce adresu nenajde.';
    case 'unknown':
      return 'Takové IČO neexistuje, zkontrolujte prosím číslice.';
  }
}
