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

/** `ApplePayError`: what a merchant says is wrong, and where. Words that Apple does not know are refused. */
export class EmulatedError implements ApplePayJS.ApplePayError {
  code: ApplePayJS.ApplePayErrorCode;
  contactField?: ApplePayJS.ApplePayErrorContactField | undefined;
  message: string;

  constructor(
    code: ApplePayJS.ApplePayErrorCode,
    contactField?: ApplePayJS.ApplePayErrorContactField,
    message = '',
  ) {
    if (!CODES.includes(code)) throw new TypeError(`${code} is no code of an ApplePayError`);
    if (contactField !== undefined && !FIELDS.includes(contactField))
      throw new TypeError(`${contactField} is no field of a contact`);
    this.code = code;
    this.contactField = contactField;
    this.message = message;
  }
}

/** What is not allowed now, or not here. */
export const invalidAccess = (message: string): DOMException =>
  new DOMException(message, 'InvalidAccessError');
