import type { Attribute, Cart, UserError } from '../api/model.ts';
import type { FormValues } from './fields.ts';

/** The attributes of the cart that hold a company's numbers. */
export const COMPANY_ID = 'company_id';
export const VAT_ID = 'vat_id';

/** Countries with an IČO of eight digits. */
const WITH_COMPANY_ID = new Set(['CZ', 'SK']);

/** The value of an attribute; empty if the cart does not have it. */
export function numberOf(cart: Pick<Cart, 'attributes'>, key: string): string {
  return cart.attributes.find((attribute) => attribute.key === key)?.value ?? '';
}

/** The company's numbers as they are entered. */
export const numbers = (form: FormValues): readonly Attribute[] => [
  { key: COMPANY_ID, value: form.companyId.trim() },
  { key: VAT_ID, value: form.vatId.trim() },
];

/** The cart's attributes with these entries, of which empty ones are left out; null when the cart has them already. */
export function withEntries(
  cart: Pick<Cart, 'attributes'>,
  entries: readonly Attribute[],
): readonly Attribute[] | null {
  if (entries.every(({ key, value }) => value === numberOf(cart, key))) return null;
  const others = cart.attributes.filter(({ key }) => entries.every((entry) => entry.key !== key));
  return [...others, ...entries.filter(({ value }) => value !== '')];
}

/**
 * Errors about these attributes at the attribute's name: the server knows them by their place in the list, and only who
 * has sent the list can tell which is which.
 */
export function atNames(errors: readonly UserError[], sent: readonly Attribute[]): UserError[] {
  return errors.map((error) => {
    const [list, place] = error.field;
    const named = list === 'attributes' ? sent[Number(place)]?.key : undefined;
    return named === undefined ? error : { ...error, field: ['attributes', named] };
  });
}

/** Whether a country's companies have an IČO. */
export function hasCompanyId(country: string): boolean {
  return WITH_COMPANY_ID.has(country);
}

/** What is wrong with an IČO: it has eight digits, the last of which checks the others. */
export function companyNumberFault(text: string): 'invalid' | 'unknown' | null {
  const bare = text.replaceAll(/\s/gu, '');
  if (!/^\d{8}$/u.test(bare)) return 'invalid';
  const digits = Array.from({ length: 8 }, (_, index) => Number(bare[index]));
  const sum = digits.slice(0, 7).reduce((total, digit, index) => total + digit * (8 - index), 0);
  return (11 - (sum % 11)) % 10 === digits[7] ? null : 'unknown';
}
