import type { CompanyFields, Country } from '../bootstrap/data.ts';
import type { PurchaseType } from '../purchase-type.ts';
import { type FieldFault, faultText } from '../texts/fields.ts';
import {
  ADDRESS_FIELDS,
  type AddressField,
  type AddressFieldName,
  type AddressKind,
  DELIVERY_FIELDS,
  deliveryField,
  type DeliveryFieldName,
  type FieldErrors,
  type FieldName,
  type FormValues,
  textOf,
} from './fields.ts';
import { compactPhone, isPhone } from './phone.ts';
import { addressCountry, countryOf, placeFields } from './places.ts';

/** The data that decides which fields are validated. */
export interface FormContext {
  /** The shop's countries with their address fields. */
  readonly countries?: readonly Country[];
  readonly requiresShipping: boolean;
  /** The kind of purchase of each delivery group. */
  readonly groups?: readonly PurchaseType[];
  /** Whether companies must enter IČO and DIČ. */
  readonly companyFields?: CompanyFields;
  /** Whether there is anything to pay. */
  readonly free: boolean;
}

/** Postal codes of the countries nearest to us; others are left to the server. */
const ZIP_PATTERNS: Readonly<Record<string, RegExp>> = {
  CZ: /^[1-7]\d{2} ?\d{2}$/u,
  SK: /^[089]\d{2} ?\d{2}$/u,
  PL: /^\d{2}-?\d{3}$/u,
  DE: /^\d{5}$/u,
  AT: /^\d{4}$/u,
  HU: /^\d{4}$/u,
  US: /^\d{5}(?:-\d{4})?$/u,
};

/** Countries whose addresses need a house number; their companies have an IČO. */
const NUMBERED = new Set(['CZ', 'SK']);

/** All faults that the browser can find without asking the server. */
export function validate(form: FormValues, context: FormContext): FieldErrors {
  const errors: Partial<Record<FieldName, string>> = {};
  for (const name of relevantFields(form, context)) {
    const fault = faultOf(form, name, context);
    if (fault !== null) errors[name] = faultText(name, fault, countryAt(form, name, context));
  }
  return errors;
}

/** The fault of one field, e.g. when it loses the focus. */
export function validateField(form: FormValues, name: FieldName, context: FormContext): string | null {
  if (!relevantFields(form, context).includes(name)) return null;
  const fault = faultOf(form, name, context);
  return fault === null ? null : faultText(name, fault, countryAt(form, name, context));
}

/** Whether the billing address has a form of its own: chosen, or there is no delivery address to copy. */
export function ownBilling(form: FormValues, context: FormContext): boolean {
  return !context.requiresShipping || !form.billingSame;
}

function relevantFields(form: FormValues, context: FormContext): readonly FieldName[] {
  const address = (kind: AddressKind): readonly FieldName[] =>
    ADDRESS_FIELDS.map((field) => `${kind}.${field}` as const);
  return [
    'email',
    'phone',
    ...(context.requiresShipping ? [...address('delivery'), ...deliveries(context)] : []),
    ...(context.free ? [] : ['payment' as const]),
    ...(ownBilling(form, context) ? [...address('billing'), 'companyId' as const, 'vatId' as const] : []),
    'note',
  ];
}

function faultOf(form: FormValues, name: FieldName, context: FormContext): FieldFault | null {
  switch (name) {
    case 'email':
      return emailFault(form.email.trim());
    case 'phone':
      return phoneFault(form, context);
    case 'companyId':
      return companyIdFault(form, context.companyFields ?? 'off');
    case 'codes':
    case 'note':
    case 'vatId':
    case 'consent':
      // Every country writes VAT numbers differently, and codes are the shop's: the server knows.
      return null;
    case 'deliveryOption':
    case 'secondDelivery':
      return deliveryFault(form, context.groups?.[DELIVERY_FIELDS.indexOf(name)]);
    case 'payment':
      return form.payment === null ? 'missing' : null;
    default:
      return addressFault(form, name, countryAt(form, name, context));
  }
}

/** The choice for every group; while none is known, one for them all. */
const deliveries = ({ groups = [] }: FormContext): readonly DeliveryFieldName[] =>
  groups.length === 0 ? ['deliveryOption'] : groups.map((_, place) => deliveryField(place));

function deliveryFault({ deliveries }: FormValues, group: PurchaseType | undefined): FieldFault | null {
  const choices = group === undefined ? Object.values(deliveries) : [deliveries[group]];
  return choices.every(({ handle }) => handle === null) ? 'missing' : null;
}

function countryAt(form: FormValues, name: FieldName, context: FormContext): Country | undefined {
  // The delivery country decides the form of a telephone number.
  if (name === 'phone') return countryOf(context.countries ?? [], form.delivery.country);
  return addressCountry(form, name, context.countries ?? []);
}

function isRequired(field: AddressField, at: Country | undefined, named: boolean): boolean {
  if (field === 'company') return false;
  if (field === 'firstName' || field === 'lastName') return !named;
  if (field === 'country') return true;
  return placeFields(at).some((asked) => asked.name === field && asked.required);
}

/** Only the server knows which numbers are right. */
function companyIdFault(form: FormValues, asked: CompanyFields): FieldFault | null {
  const isMissing = asked === 'required' && isNamed(form) && form.companyId.trim() === '';
  return isMissing && hasCompanyId(form.billing.country) ? 'missing' : null;
}

/** Whether the companies of a country have an IČO. */
export const hasCompanyId = (country: string): boolean => NUMBERED.has(country);

/** Whether the invoice is for a company. Then nobody's name is needed. */
export const isNamed = ({ billing }: FormValues): boolean => billing.company.trim() !== '';

function emailFault(email: string): FieldFault | null {
  if (email === '') return 'missing';
  return /^[^\s@<>,;]+@[^\s@<>,;.]+(?:\.[^\s@<>,;.]+)*\.[^\s@<>,;.\d]{2,}$/u.test(email) ? null : 'invalid';
}

function phoneFault(form: FormValues, context: FormContext): FieldFault | null {
  const compact = compactPhone(form.phone);
  if (compact === '') return context.requiresShipping ? 'missing' : null;
  return isPhone(compact, countryAt(form, 'phone', context)?.phone) ? null : 'invalid';
}

function addressFault(form: FormValues, name: AddressFieldName, at: Country | undefined): FieldFault | null {
  const text = textOf(form, name).trim();
  const kind: AddressKind = name.startsWith('delivery.') ? 'delivery' : 'billing';
  const field = ADDRESS_FIELDS.find((candidate) => name === `${kind}.${candidate}`);
  if (field === undefined) return null;
  if (text === '') return isRequired(field, at, kind === 'billing' && isNamed(form)) ? 'missing' : null;
  const country = form[kind].country;
  if (field === 'zip' && ZIP_PATTERNS[country]?.test(text) === false) return zipFault(country, text);
  if (field === 'address1' && NUMBERED.has(country) && !/\d/u.test(text)) return 'no_house_number';
  return null;
}

/** Only the commonest form is told. Five digits that begin no Czech code belong to another country. */
const zipFault = (code: string, text: string): FieldFault =>
  code === 'CZ' && !/^\d{3} ?\d{2}$/u.test(text) ? 'zip_form' : 'zip_of_country';
