import {
  fieldKey,
  MESSAGES,
  unserviceableAddress,
  walletError,
  type MessageKey,
} from '../../i18n/sheet.cs.ts';
import type { SheetError, SheetField, SheetSubject } from '../../wallets/protocol.ts';
import { addressFault } from './address-codes.ts';

/** The inputs of a sheet's messages. */
export interface ErrorContext {
  readonly shopName: string;
  readonly walletName: string;
  /** Two-letter codes. The United Arab Emirates have a special word for their zones. */
  readonly shippingCountry: string | null;
  readonly billingCountry: string | null;
}

/** One fault as the server reports it. */
export interface ServerFault {
  readonly code: string;
  readonly message: string;
  /** The full path of the argument; empty if there is none. */
  readonly field: readonly string[];
}

/** An error with a message of the catalogue. */
export const sheetError = (
  code: string,
  subject: SheetSubject,
  messageKey: MessageKey,
  field: SheetField = 'whole',
): SheetError => ({
  code,
  subject,
  field,
  messageKey,
  message: MESSAGES[messageKey],
  unserviceable: false,
});

/** The shop does not deliver there. */
export const unserviceable = (shopName: string, code = 'DELIVERY_NO_DELIVERY_AVAILABLE'): SheetError => ({
  ...sheetError(code, 'shipping', 'errors.invalid.shipping_address'),
  message: unserviceableAddress(shopName),
  unserviceable: true,
});

/** Something nothing else explains. */
export const walletFault = (walletName: string, code: string): SheetError => ({
  code,
  subject: 'other',
  field: 'whole',
  messageKey: 'error_dialogs.wallet.text',
  message: walletError(walletName).text,
  unserviceable: false,
});

type CodeMeaning = readonly [
  subject: SheetSubject,
  key: MessageKey,
  codes: readonly string[],
  field?: SheetField,
];

/** Codes that mean one thing, wherever they come from. */
const WHOLE: readonly CodeMeaning[] = [
  ['contact', 'errors.missing.email', ['BUYER_IDENTITY_EMAIL_REQUIRED'], 'email'],
  [
    'contact',
    'errors.invalid.email',
    [
      'BUYER_IDENTITY_EMAIL_IS_INVALID',
      'BUYER_IDENTITY_EMAIL_DOMAIN_IS_INVALID',
      'BUYER_IDENTITY_EMAIL_DOES_NOT_MATCH_EXPECTED_PATTERN',
    ],
    'email',
  ],
  ['contact', 'errors.invalid.phone', ['BUYER_IDENTITY_PHONE_IS_INVALID'], 'phone'],
  [
    'option',
    'errors.missing.shipping_option',
    [
      'NO_DELIVERY_GROUP_SELECTED',
      'INVALID_DELIVERY_OPTION',
      'INVALID_DELIVERY_GROUP',
      'DELIVERY_LOCAL_PICKUP_UNAVAILABLE',
    ],
  ],
  ['shipping', 'errors.invalid.shipping_address', ['DELIVERY_ADDRESS_REQUIRED', 'UNSPECIFIED_ADDRESS_ERROR']],
  [
    'billing',
    'errors.invalid.billing_address',
    ['PAYMENTS_BILLING_ADDRESS_REQUIRED', 'PAYMENT_INVALID_BILLING_ADDRESS'],
  ],
  [
    'payment',
    'errors.invalid.payment_method',
    [
      'PAYMENTS_WALLET_CONTENT_MISSING',
      'PAYMENTS_SHOPIFY_PAYMENTS_REQUIRED',
      'PAYMENT_CALL_ISSUER',
      'PAYMENT_CARD_DECLINED',
      'PAYMENT_ERROR',
      'PAYMENT_INSUFFICIENT_FUNDS',
      'PAYMENT_INVALID_CREDIT_CARD',
      'PAYMENT_INVALID_PAYMENT_METHOD',
      'PAYMENT_TRANSIENT_ERROR',
    ],
  ],
  ['coupon', 'errors.invalid.discount', ['MISSING_DISCOUNT_CODE', 'DISCOUNT_NOT_APPLICABLE']],
];

const UNSERVICEABLE: readonly string[] = [
  'DELIVERY_NO_DELIVERY_AVAILABLE',
  'DELIVERY_NO_DELIVERY_AVAILABLE_FOR_MERCHANDISE_LINE',
  'DELIVERY_NO_DELIVERY_STRATEGY_AVAILABLE',
  'ZIP_CODE_NOT_SUPPORTED',
];

/** A mutation's answer has no specific codes for faults of the buyer's identity: the path identifies them. */
function identityError({ code, field }: ServerFault): SheetError | null {
  if (code !== 'INVALID' || !field.includes('buyerIdentity')) return null;
  switch (field.at(-1)) {
    case 'email':
      return sheetError(code, 'contact', 'errors.invalid.email', 'email');
    case 'phone':
      return sheetError(code, 'contact', 'errors.invalid.phone', 'phone');
    case 'countryCode':
      return sheetError(code, 'shipping', 'errors.invalid.country', 'country');
    default:
      return null;
  }
}

/** The wallet's token was refused: the buyer can choose another card, repeating cannot help. */
export const isRefusedToken = ({ code, field }: ServerFault): boolean =>
  code === 'INVALID_PAYMENT' && field.includes('walletPaymentMethod');

/** The fault as a sheet shows it; null if the buyer cannot correct it in the sheet. */
export function errorOf(fault: ServerFault, context: ErrorContext): SheetError | null {
  const { code } = fault;
  if (UNSERVICEABLE.includes(code)) return unserviceable(context.shopName, code);
  const whole = WHOLE.find(([, , codes]) => codes.includes(code));
  if (whole) {
    const [subject, key, , field] = whole;
    const billing = subject === 'shipping' && fault.field.includes('billingAddress');
    return billing
      ? sheetError(code, 'billing', 'errors.invalid.billing_address')
      : sheetError(code, subject, key, field);
  }
  if (isRefusedToken(fault)) return sheetError(code, 'payment', 'errors.invalid.payment_method');
  const address = addressFault(fault);
  if (address) {
    const { subject, field, messageField, fault: kind } = address;
    const country = subject === 'billing' ? context.billingCountry : context.shippingCountry;
    const named = messageField === 'zone' && country === 'AE' ? 'emirate' : messageField;
    return sheetError(code, subject, fieldKey(kind, named), field);
  }
  if (code.startsWith('PAYMENTS_CREDIT_CARD_'))
    return sheetError(code, 'payment', 'errors.invalid.payment_method');
  return identityError(fault);
}
