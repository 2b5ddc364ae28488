import type { CodedError, UserError } from '../api/model.ts';
import { VAT_ID } from '../form/company.ts';
import {
  ADDRESS_FIELDS,
  type AddressKind,
  deliveryField,
  type FieldErrors,
  type FieldName,
} from '../form/fields.ts';
import { declineText, isDecline } from '../texts/declines.ts';
import { GENERAL_FAULT } from '../texts/general.ts';
import { type FieldFault, faultText } from '../texts/fields.ts';

/** The consequences of a list of server errors for the page. */
export interface ErrorSummary {
  readonly fields: FieldErrors;
  /** The stock must be checked again. */
  readonly stock: boolean;
  /** The amount shown is not the amount due. */
  readonly amount: boolean;
  /** The delivery options must be loaded again. */
  readonly delivery: boolean;
  /** The text of a declined payment; null if it was not declined. */
  readonly declined: string | null;
  /** The payer refused the payment. */
  readonly refused: boolean;
  /** A payment attempt failed and used up its token; other refusals do not. */
  readonly spent: boolean;
  /** Texts of errors that belong to no field. */
  readonly messages: readonly string[];
}

interface CodedFault {
  readonly code: string | null;
  readonly field: readonly string[];
  readonly message: string | null;
}

export function classifyUserErrors(errors: readonly UserError[]): ErrorSummary {
  return classify(errors);
}

export function classifyCoded(errors: readonly CodedError[]): ErrorSummary {
  return classify(errors.map((error) => ({ ...error, field: [] })));
}

const STOCK = /^INVENTORY|^MERCHANDISE_(?:OUT|NOT|PRODUCT|BUNDLE|B2B)|EMPTY_CART$/u;
const AMOUNT = /PAYMENT_AMOUNT|^INVALID_PAYMENT$/u;
const DELIVERY = /^DELIVERY_(?:LINE|OUT)|^PENDING_DELIVERY/u;
const REFUSED = new Set(['PAYMENT_CARD_DECLINED', 'PAYMENTS_CREDIT_CARD_GENERIC']);

/** Codes of payments that failed without being declined. */
const FAILED = 'ERROR';

function classify(faults: readonly CodedFault[]): ErrorSummary {
  const fields: Partial<Record<FieldName, string>> = {};
  const messages = new Set<string>();
  let stock = false;
  let amount = false;
  let delivery = false;
  let declined: string | null = null;
  let refused = false;
  let spent = false;
  for (const fault of faults) {
    const code = fault.code ?? '';
    delivery ||= DELIVERY.test(code);
    spent ||= code === FAILED || isDecline(code);
    if (STOCK.test(code) || AMOUNT.test(code)) {
      stock ||= STOCK.test(code);
      amount ||= AMOUNT.test(code);
      // Shown only when looking at the cart again explains nothing.
      messages.add(fault.message ?? GENERAL_FAULT);
    } else if (isDecline(code)) {
      declined ??= declineText(code);
      refused ||= REFUSED.has(code);
    } else {
      const name = fieldOfPath(fault.field) ?? fieldOfCode(code);
      if (name === null) messages.add(fault.message ?? GENERAL_FAULT);
      else fields[name] ??= textFor(name, fault);
    }
  }
  return { fields, stock, amount, delivery, declined, refused, spent, messages: [...messages] };
}

/** Only the server knows why a choice is refused, and what else the buyer can do. */
const CHOICES: ReadonlySet<FieldName> = new Set(['payment', 'deliveryOption', 'secondDelivery']);

function textFor(name: FieldName, fault: CodedFault): string {
  // The server's message uses the country's name for zones.
  const byCountry = name.endsWith('.province') || /ZONE|PROVINCE/u.test(fault.code ?? '');
  const byServer = byCountry || name === 'companyId' || CHOICES.has(name);
  if (byServer && fault.message !== null) return fault.message;
  const kind = name === 'vatId' ? 'invalid' : kindOfCode(fault.code ?? '');
  if (kind !== null) return faultText(name, kind);
  return fault.message ?? faultText(name, 'invalid');
}

/** Whether the cart cannot be changed: it is unknown, ordered, or being ordered. */
export function isLockedOut(errors: readonly UserError[]): boolean {
  return errors.some((error) => error.field.length === 1 && error.field[0] === 'cartId');
}

/** Errors of a billing address that copies the delivery address are shown at the delivery address. */
export function billingOntoDelivery(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [
      name.startsWith('billing.') ? name.replace('billing.', 'delivery.') : name,
      text,
    ]),
  );
}

/** `addresses.0.address.deliveryAddress.zip` -> `delivery.zip`; null when the path names no field of this form. */
export function fieldOfPath(path: readonly string[]): FieldName | null {
  const last = path.at(-1);
  if (last === undefined) return null;
  // The groups' choices are sent in their order.
  const chosen = path.findIndex((part) => part === 'selectedDeliveryOptions' || part === 'selectedDelivery');
  if (chosen >= 0) return deliveryField(Number(path[chosen + 1] ?? 0));
  if (last === 'email' || last === 'phone' || last === 'note') return last;
  if (last === VAT_ID && path.includes('attributes')) return 'vatId';
  const kind = addressKind(path);
  if (kind === null) return last === 'countryCode' ? 'delivery.country' : null;
  const field = ADDRESS_FIELDS.find((candidate) => candidate === renamed(last));
  return field === undefined ? null : `${kind}.${field}`;
}

function addressKind(path: readonly string[]): AddressKind | null {
  if (path.includes('billingAddress')) return 'billing';
  const delivery = ['deliveryAddress', 'addresses', 'deliveryAddressPreferences', 'delivery'];
  return path.some((part) => delivery.includes(part)) ? 'delivery' : null;
}

function renamed(part: string): string {
  if (part === 'provinceCode') return 'province';
  return part === 'countryCode' ? 'country' : part;
}

/** The middle parts of submission codes, and the address field that each is about. */
const CODE_PARTS: Readonly<Record<string, (typeof ADDRESS_FIELDS)[number]>> = {
  ADDRESS: 'address1',
  ADDRESS1: 'address1',
  ADDRESS2: 'address2',
  CITY: 'city',
  COMPANY: 'company',
  COUNTRY: 'country',
  FIRST_NAME: 'firstName',
  LAST_NAME: 'lastName',
  POSTAL_CODE: 'zip',
};

/** The fields of further codes; the first pattern decides. */
const PATTERNS: readonly (readonly [RegExp, FieldName])[] = [
  [/^BUYER_IDENTITY_EMAIL/u, 'email'],
  [/PHONE/u, 'phone'],
  [/^DELIVERY_INVALID_POSTAL_CODE/u, 'delivery.zip'],
  [/^PAYMENTS_INVALID_POSTAL_CODE/u, 'billing.zip'],
  [/^DELIVERY_ZONE/u, 'delivery.province'],
  [/^PAYMENTS_BILLING_ADDRESS_ZONE/u, 'billing.province'],
  [/DELIVERY_(?:NO|GROUP|OPTION|LINE|OUT)/u, 'deliveryOption'],
  [/PAYMENTS?_METHOD|^PAYMENT_GATEWAY|DEFERRED_PAYMENT/u, 'payment'],
  [/BILLING_ADDRESS$/u, 'billing.address1'],
  [/^NOTE/u, 'note'],
  [/^LOCALIZATION/u, 'companyId'],
];

/** The field of a code without a path; null if it belongs to no field. */
export function fieldOfCode(code: string): FieldName | null {
  const found = PATTERNS.find(([pattern]) => pattern.test(code));
  if (found !== undefined) return found[1];
  const match = /^(DELIVERY|PAYMENTS)_([A-Z0-9_]+?)_(?:REQUIRED|INVALID|TOO_LONG)$/u.exec(code);
  const part = match?.[2] === undefined ? undefined : CODE_PARTS[match[2]];
  if (part === undefined) return null;
  return match?.[1] === 'PAYMENTS' ? `billing.${part}` : `delivery.${part}`;
}

function kindOfCode(code: string): FieldFault | null {
  if (code.includes('POSTAL_CODE_FOR') || code.includes('ZIP_CODE')) return 'zip_of_country';
  if (/(?:_REQUIRED|_BLANK)$/u.test(code) || code === 'ADDRESS_FIELD_IS_REQUIRED') {
    return 'missing';
  }
  if (/INVALID|PATTERN/u.test(code)) return 'invalid';
  return null;
}
