import type { MessageFault, MessageField } from '../../i18n/sheet.cs.ts';
import type { SheetField } from '../../wallets/protocol.ts';

/** A fault of one field of an address. */
export interface AddressFault {
  readonly subject: 'shipping' | 'billing';
  readonly field: SheetField;
  /** The field as message keys name it. */
  readonly messageField: MessageField;
  readonly fault: MessageFault;
}

type Named = readonly [SheetField, MessageField];

/** Fields as argument paths name them. */
const BY_ARGUMENT: Readonly<Partial<Record<string, Named>>> = {
  firstName: ['firstName', 'first_name'],
  lastName: ['lastName', 'last_name'],
  // No wallet's sheet can point at a company.
  company: ['whole', 'company'],
  address1: ['address1', 'address1'],
  address2: ['address2', 'address2'],
  city: ['city', 'city'],
  province: ['zone', 'zone'],
  provinceCode: ['zone', 'zone'],
  zip: ['postalCode', 'postal_code'],
  country: ['country', 'country'],
  countryCode: ['country', 'country'],
  phone: ['phone', 'phone'],
};

/** Fields as codes spell them. */
const BY_CODE: Readonly<Partial<Record<string, Named>>> = {
  FIRST_NAME: ['firstName', 'first_name'],
  LAST_NAME: ['lastName', 'last_name'],
  COMPANY: ['whole', 'company'],
  ADDRESS1: ['address1', 'address1'],
  ADDRESS2: ['address2', 'address2'],
  CITY: ['city', 'city'],
  ZONE: ['zone', 'zone'],
  POSTAL_CODE: ['postalCode', 'postal_code'],
  COUNTRY: ['country', 'country'],
  PHONE_NUMBER: ['phone', 'phone'],
};

const FAULTS: Readonly<Partial<Record<string, MessageFault>>> = {
  REQUIRED: 'missing',
  REQUIRED_FOR_COUNTRY: 'missing',
  INVALID: 'invalid',
  NOT_FOUND: 'invalid',
  DOES_NOT_MATCH_EXPECTED_PATTERN: 'invalid',
  TOO_LONG: 'too_long',
  CONTAINS_EMOJIS: 'emojis',
  CONTAINS_URL: 'url',
  CONTAINS_HTML_TAGS: 'html_tags',
};

/** Codes of mutations: what is wrong stands in the code, where it is in the path. */
const BY_PATH: Readonly<Partial<Record<string, readonly [MessageFault, Named?]>>> = {
  ADDRESS_FIELD_IS_REQUIRED: ['missing'],
  ADDRESS_FIELD_IS_TOO_LONG: ['too_long'],
  ADDRESS_FIELD_CONTAINS_EMOJIS: ['emojis'],
  ADDRESS_FIELD_CONTAINS_HTML_TAGS: ['html_tags'],
  ADDRESS_FIELD_CONTAINS_URL: ['url'],
  ADDRESS_FIELD_DOES_NOT_MATCH_EXPECTED_PATTERN: ['invalid'],
  INVALID_ZIP_CODE_FOR_COUNTRY: ['invalid', ['postalCode', 'postal_code']],
  INVALID_ZIP_CODE_FOR_PROVINCE: ['invalid', ['postalCode', 'postal_code']],
  PROVINCE_NOT_FOUND: ['invalid', ['zone', 'zone']],
  INVALID: ['invalid'],
};

const own = <T>(table: Readonly<Partial<Record<string, T>>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Codes of a submission: `DELIVERY_CITY_REQUIRED`, `PAYMENTS_BILLING_ADDRESS_ZONE_NOT_FOUND`. */
const SUBMITTED =
  /^(DELIVERY|PAYMENTS)_(?:OPTIONS_|BILLING_ADDRESS_)?(FIRST_NAME|LAST_NAME|COMPANY|ADDRESS[12]|CITY|ZONE|POSTAL_CODE|COUNTRY|PHONE_NUMBER)_([A-Z_]+)$/;
const POSTAL_CODE = /^(DELIVERY|PAYMENTS)_INVALID_POSTAL_CODE_FOR_(?:COUNTRY|ZONE)$/;

const subjectOf = (prefix: string | undefined): AddressFault['subject'] =>
  prefix === 'PAYMENTS' ? 'billing' : 'shipping';

function submitted(code: string): AddressFault | null {
  const postal = POSTAL_CODE.exec(code);
  if (postal)
    return {
      subject: subjectOf(postal[1]),
      field: 'postalCode',
      messageField: 'postal_code',
      fault: 'invalid',
    };
  const [, prefix, name = '', what = ''] = SUBMITTED.exec(code) ?? [];
  const named = own(BY_CODE, name);
  const fault = own(FAULTS, what);
  if (!named || !fault) return null;
  return { subject: subjectOf(prefix), field: named[0], messageField: named[1], fault };
}

/** Which field of which address a fault is about; null where it is about none. */
export function addressFault({
  code,
  field: path,
}: {
  readonly code: string;
  readonly field: readonly string[];
}): AddressFault | null {
  const entry = own(BY_PATH, code);
  const isAddress = path.some((part) => /^(billingAddress|deliveryAddress\w*|addresses)$/.test(part));
  if (!entry || !isAddress) return submitted(code);
  const [fault, always] = entry;
  const named = always ?? own(BY_ARGUMENT, path.at(-1) ?? '');
  const subject = path.includes('billingAddress') ? 'billing' : 'shipping';
  if (named) return { subject, field: named[0], messageField: named[1], fault };
  return null;
}
