const CODES = [
  'shippingContactInvalid',
  'billingContactInvalid',
  'addressUnserviceable',
  'couponCodeInvalid',
  'couponCodeExpired',
  'unknown',
] as const;

const FIELDS = [
  'phoneNumber',
  'emailAddress',
  'name',
  'phoneticName',
  'postalAddress',
  'addressLines',
  'locality',
  'subLocality',
  'postalCode',
  'administrativeArea',
  'subAdministrativeArea',
  'country',
  'countryCode',
] as const;

/** `ApplePayError`: a merchant's error and its field. The constructor refuses unknown codes and fields, as Apple's does. */
export class EmulatedError implements ApplePayJS.ApplePayError {
  code: ApplePayJS.ApplePayErrorCode;
  contactField?: ApplePayJS.ApplePayErrorContactField | undefined;
  message: string;

  constructor(
    code: ApplePayJS.ApplePayErrorCode,
    contactField?: ApplePayJS.ApplePayErrorContactField,
    message = '',
  ) {
    if (!CODES.includes(code)) throw new TypeError(`ApplePayError has no code ${code}`);
    if (contactField !== undefined && !FIELDS.includes(contactField))
      throw new TypeError(`Contacts have no field ${contactField}`);
    this.code = code;
    this.contactField = contactField;
    this.message = message;
  }
}

/** The error of a call that is not allowed now or on this page. */
export const invalidAccess = (message: string): DOMException =>
  new DOMException(message, 'InvalidAccessError');
