import type { MessageFault, MessageField } from '../../i18n/sheet.cs.ts';
import type { SheetField } from '../../wallets/protocol.ts';

/** The fields of an address as message keys name them, and as a sheet points at them. None can point at a company. */
const FIELDS = {
  first_name: 'firstName',
  last_name: 'lastName',
  company: 'whole',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  zone: 'zone',
  postal_code: 'postalCode',
  country: 'country',
  phone: 'phone',
} as const satisfies Readonly<Partial<Record<MessageField, SheetField>>>;

type AddressField = keyof typeof FIELDS;
type AddressSubject = 'shipping' | 'billing';

/** A fault of one field of an address. */
export interface AddressFault {
  readonly subject: AddressSubject;
  readonly field: SheetField;
  /** The field as message keys name it. */
  readonly messageField: MessageField;
  readonly fault: MessageFault;
}

/** Fields whose names in argument paths differ from those in sheets. */
const ARGUMENTS: Readonly<Partial<Record<string, AddressField>>> = {
  company: 'company',
  zip: 'postal_code',
  province: 'zone',
  provinceCode: 'zone',
  countryCode: 'country',
};

/** Faults by the last part of a code. */
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

/** Codes of mutations that name the field; others have it in the path. */
const NAMED: Readonly<Partial<Record<string, AddressField>>> = {
  INVALID_ZIP_CODE_FOR_COUNTRY: 'postal_code',
  INVALID_ZIP_CODE_FOR_PROVINCE: 'postal_code',
  PROVINCE_NOT_FOUND: 'zone',
};

const names = Object.keys(FIELDS) as AddressField[];

/** Codes of a submission: `DELIVERY_CITY_REQUIRED`, `PAYMENTS_BILLING_ADDRESS_ZONE_NOT_FOUND`. */
const SUBMITTED = new RegExp(
  `^(DELIVERY|PAYMENTS)_(?:OPTIONS_|BILLING_ADDRESS_)?(${names.join('|').toUpperCase()})(?:_NUMBER)?_(${Object.keys(FAULTS).join('|')})$`,
);
const POSTAL_CODE = /^(DELIVERY|PAYMENTS)_INVALID_POSTAL_CODE_FOR_(?:COUNTRY|ZONE)$/;

const own = <T>(table: Readonly<Partial<Record<string, T>>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const faultAt = (
  subject: AddressSubject,
  messageField: AddressField | undefined,
  fault: MessageFault | undefined,
): AddressFault | null =>
  messageField && fault ? { subject, field: FIELDS[messageField], messageField, fault } : null;

function submitted(code: string): AddressFault | null {
  const postal = POSTAL_CODE.exec(code);
  const [, prefix, name, what = ''] = postal
    ? [...postal, 'POSTAL_CODE', 'INVALID']
    : (SUBMITTED.exec(code) ?? []);
  const messageField = names.find((each) => each.toUpperCase() === name);
  return faultAt(prefix === 'PAYMENTS' ? 'billing' : 'shipping', messageField, own(FAULTS, what));
}

/** The fault that a mutation's code states; the path names the field. */
function pathFault(code: string): MessageFault | undefined {
  if (code === 'INVALID' || own(NAMED, code)) return 'invalid';
  const [, what = ''] = /^ADDRESS_FIELD_(?:IS_)?(.+)/.exec(code) ?? [];
  return own(FAULTS, what);
}

/** The address field that a fault is about; null if it is about none. */
export function addressFault({
  code,
  field: path,
}: {
  readonly code: string;
  readonly field: readonly string[];
}): AddressFault | null {
  const isAddress = path.some((part) => /^(billingAddress|deliveryAddress\w*|addresses)$/.test(part));
  const fault = isAddress ? pathFault(code) : undefined;
  if (!fault) return submitted(code);
  const argument = path.at(-1) ?? '';
  const messageField =
    own(NAMED, code) ?? own(ARGUMENTS, argument) ?? names.find((name) => FIELDS[name] === argument);
  return faultAt(path.includes('billingAddress') ? 'billing' : 'shipping', messageField, fault);
}
