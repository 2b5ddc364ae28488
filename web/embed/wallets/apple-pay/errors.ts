import type { SheetContact, SheetError, SheetField } from '../protocol.ts';
import { HONG_KONG } from './contact.ts';
import type { ErrorCode, ErrorField } from './types.ts';

/** The contacts that the sheet shows; some of their fields come from other fields of Apple's. */
export interface ShownContacts {
  readonly shipping: SheetContact | null;
  readonly billing: SheetContact | null;
}

/** Apple's contact fields by ours. */
const FIELDS: Readonly<Record<SheetField, ErrorField>> = {
  email: 'emailAddress',
  phone: 'phoneNumber',
  name: 'name',
  firstName: 'name',
  lastName: 'name',
  address1: 'addressLines',
  address2: 'addressLines',
  city: 'locality',
  zone: 'administrativeArea',
  postalCode: 'postalCode',
  country: 'country',
  whole: 'postalAddress',
};

/** The field that ours came from, of a contact. */
const fieldOf = (field: SheetField, contact: SheetContact | null): ErrorField =>
  FIELDS[field === 'zone' && contact?.country === HONG_KONG ? 'postalCode' : field];

/** Apple's code of an error and the field that it points at (rows 5.07, 5.08). */
function place(
  { subject, field, unserviceable }: SheetError,
  { shipping, billing }: ShownContacts,
): [ErrorCode, ErrorField?] {
  if (unserviceable) return ['addressUnserviceable', 'postalAddress'];
  switch (subject) {
    // Apple asks for e-mail and telephone with the shipping contact.
    case 'shipping':
    case 'contact':
      return ['shippingContactInvalid', fieldOf(field, shipping)];
    case 'billing':
      // Apple asks for one telephone number: the shipping contact's.
      return field === 'phone'
        ? ['shippingContactInvalid', FIELDS.phone]
        : ['billingContactInvalid', fieldOf(field, billing)];
    case 'coupon':
      return ['couponCodeInvalid'];
    case 'option':
    case 'payment':
    case 'other':
      return ['unknown'];
  }
}

/** An error in Apple's form. */
export function applePayError(error: SheetError, shown: ShownContacts): ApplePayError {
  const [code, field] = place(error, shown);
  return new ApplePayError(code, field, error.message);
}
