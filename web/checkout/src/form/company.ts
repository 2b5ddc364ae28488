import type { Attribute, Cart, UserError } from '../api/model.ts';
import type { FormValues } from './fields.ts';
import { type FormContext, hasCompanyId, ownBilling } from './validate.ts';

/** The attributes of the cart that hold a company's numbers. */
export const COMPANY_ID = 'company_id';
export const VAT_ID = 'vat_id';

/** The value of an attribute; empty if the cart does not have it. */
export function numberOf(cart: Pick<Cart, 'attributes'>, key: string): string {
  return cart.attributes.find((attribute) => attribute.key === key)?.value ?? '';
}

/** The company's numbers as they are entered; empty ones if the invoice is for the delivery address. */
export function numbers(form: FormValues, context: FormContext): readonly Attribute[] {
  const isBilled = ownBilling(form, context);
  return [
    { key: COMPANY_ID, value: isBilled ? form.companyId.trim() : '' },
    { key: VAT_ID, value: isBilled ? form.vatId.trim() : '' },
  ];
}

/**
 * The numbers that the server can check before the order: it does not know the country of the invoice yet, and takes an IČO
 * for a Czech or Slovak one.
 */
export const checkedNumbers = (form: FormValues, context: FormContext): readonly Attribute[] =>
  numbers(form, context).filter(({ key }) => key === VAT_ID || hasCompanyId(form.billing.country));

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
