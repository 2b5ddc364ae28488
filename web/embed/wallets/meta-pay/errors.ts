import type { SheetError, SheetField } from '../protocol.ts';
import type { PaymentErrors } from './types.ts';

/** An error's place in the sheet. */
type Place =
  | readonly ['shippingAddress' | 'billingAddress' | 'payer', string]
  | readonly ['fulfillmentOption' | 'offer' | 'payment' | 'error'];

/** The members of an address by our fields. */
const MEMBERS: Readonly<Record<Exclude<SheetField, 'email'>, string>> = {
  phone: 'phone',
  name: 'recipient',
  firstName: 'recipient',
  lastName: 'recipient',
  address1: 'addressLine',
  address2: 'addressLine',
  city: 'city',
  zone: 'region',
  postalCode: 'postalCode',
  country: 'country',
  whole: 'error',
};

/** The members of the payer by our fields; the payer has no others. */
const PAYER: Readonly<Partial<Record<SheetField, string>>> = {
  email: 'email',
  phone: 'phone',
  name: 'name',
  firstName: 'name',
  lastName: 'name',
};

function placeOf({ subject, field, unserviceable }: SheetError): Place {
  if (unserviceable) return ['shippingAddress', 'error'];
  switch (subject) {
    case 'shipping':
    case 'billing':
      // An address has no e-mail: that is the payer's.
      return field === 'email' ? ['payer', field] : [`${subject}Address`, MEMBERS[field]];
    case 'contact': {
      const member = PAYER[field];
      return member === undefined ? ['error'] : ['payer', member];
    }
    case 'option':
      return ['fulfillmentOption'];
    case 'coupon':
      return ['offer'];
    case 'payment':
      return ['payment'];
    case 'other':
      return ['error'];
  }
}

/** Errors in the sheet's form, each at its place. Several at one place become one message. */
export function paymentErrors(errors: readonly SheetError[]): PaymentErrors {
  const texts: Record<string, string> = {};
  const groups: Record<string, Record<string, string>> = {};
  for (const error of errors) {
    const [part, member] = placeOf(error);
    const messages = member === undefined ? texts : (groups[part] ??= {});
    const key = member ?? part;
    messages[key] = [messages[key], error.message].filter(Boolean).join(' ');
  }
  return { ...texts, ...groups };
}
