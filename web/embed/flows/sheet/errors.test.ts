// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { MESSAGES, type MessageKey } from '../../i18n/sheet.cs.ts';
import { errorOf, walletFault, type ErrorContext } from './errors.ts';

const context: ErrorContext = {
  shopName: 'Světluška',
  walletName: 'Google Pay',
  shippingCountry: 'CZ',
  billingCountry: 'CZ',
};
const SHIPPING = ['buyerIdentity', 'deliveryAddressPreferences', '0', 'deliveryAddress'];
const BILLING = ['payment', 'walletPaymentMethod', 'googlePayWalletContent', 'billingAddress'];

const FIELDS = [
  ['firstName', 'FIRST_NAME', 'first_name', 'firstName'],
  ['lastName', 'LAST_NAME', 'last_name', 'lastName'],
  ['address1', 'ADDRESS1', 'address1', 'address1'],
  ['address2', 'ADDRESS2', 'address2', 'address2'],
  ['city', 'CITY', 'city', 'city'],
  ['zip', 'POSTAL_CODE', 'postal_code', 'postalCode'],
  ['phone', 'PHONE_NUMBER', 'phone', 'phone'],
  ['country', 'COUNTRY', 'country', 'country'],
  ['province', 'ZONE', 'zone', 'zone'],
] as const;
const FAULTS = [
  ['ADDRESS_FIELD_IS_REQUIRED', 'REQUIRED', 'missing'],
  ['ADDRESS_FIELD_DOES_NOT_MATCH_EXPECTED_PATTERN', 'INVALID', 'invalid'],
  ['ADDRESS_FIELD_IS_TOO_LONG', 'TOO_LONG', 'too_long'],
  ['ADDRESS_FIELD_CONTAINS_EMOJIS', 'CONTAINS_EMOJIS', 'emojis'],
  ['ADDRESS_FIELD_CONTAINS_URL', 'CONTAINS_URL', 'url'],
  ['ADDRESS_FIELD_CONTAINS_HTML_TAGS', 'CONTAINS_HTML_TAGS', 'html_tags'],
] as const;
const cases = FIELDS.flatMap(([argument, name, key, field]) =>
  FAULTS.map(([code, suffix, fault]) => ({ argument, name, key, field, code, suffix, fault })),
);

describe('errors of a sheet', () => {
  it.each(cases)('[5.07] [8.07] $code at $argument: errors.$fault.$key', (each) => {
    const { argument, key, field, code, fault, name, suffix } = each;
    const messageKey = `errors.${fault}.${key}`;
    const message = MESSAGES[messageKey as MessageKey];
    for (const [path, prefix, subject] of [
      [SHIPPING, 'DELIVERY', 'shipping'],
      [BILLING, 'PAYMENTS', 'billing'],
    ] as const) {
      const expected = { subject, field, messageKey, message, unserviceable: false };
      expect(errorOf({ code, message: '', field: [...path, argument] }, context)).toMatchObject(expected);
      const submitted = `${prefix}_${name}_${suffix}`;
      expect(errorOf({ code: submitted, message: '', field: [] }, context)).toMatchObject(expected);
    }
  });

  it.each([
    ['BUYER_IDENTITY_EMAIL_REQUIRED', 'contact', 'errors.missing.email'],
    ['BUYER_IDENTITY_EMAIL_IS_INVALID', 'contact', 'errors.invalid.email'],
    ['BUYER_IDENTITY_PHONE_IS_INVALID', 'contact', 'errors.invalid.phone'],
    ['NO_DELIVERY_GROUP_SELECTED', 'option', 'errors.missing.shipping_option'],
    ['INVALID_DELIVERY_OPTION', 'option', 'errors.missing.shipping_option'],
    ['DELIVERY_ADDRESS_REQUIRED', 'shipping', 'errors.invalid.shipping_address'],
    ['DELIVERY_ZONE_NOT_FOUND', 'shipping', 'errors.invalid.zone'],
    ['DELIVERY_ZONE_REQUIRED_FOR_COUNTRY', 'shipping', 'errors.missing.zone'],
    ['DELIVERY_INVALID_POSTAL_CODE_FOR_ZONE', 'shipping', 'errors.invalid.postal_code'],
    ['DELIVERY_OPTIONS_PHONE_NUMBER_REQUIRED', 'shipping', 'errors.missing.phone'],
    ['PAYMENTS_BILLING_ADDRESS_ZONE_NOT_FOUND', 'billing', 'errors.invalid.zone'],
    ['PAYMENTS_INVALID_POSTAL_CODE_FOR_COUNTRY', 'billing', 'errors.invalid.postal_code'],
    ['PAYMENTS_CREDIT_CARD_GENERIC', 'payment', 'errors.invalid.payment_method'],
    ['PAYMENT_CARD_DECLINED', 'payment', 'errors.invalid.payment_method'],
    ['DISCOUNT_NOT_APPLICABLE', 'coupon', 'errors.invalid.discount'],
    ['MISSING_DISCOUNT_CODE', 'coupon', 'errors.invalid.discount'],
    ['PAYMENTS_BILLING_ADDRESS_REQUIRED', 'billing', 'errors.invalid.billing_address'],
    ['PAYMENT_INVALID_BILLING_ADDRESS', 'billing', 'errors.invalid.billing_address'],
    ['PAYMENTS_WALLET_CONTENT_MISSING', 'payment', 'errors.invalid.payment_method'],
    ['PAYMENTS_SHOPIFY_PAYMENTS_REQUIRED', 'payment', 'errors.invalid.payment_method'],
    ['PAYMENT_CALL_ISSUER', 'payment', 'errors.invalid.payment_method'],
    ['PAYMENT_ERROR', 'payment', 'errors.invalid.payment_method'],
    ['PAYMENT_INSUFFICIENT_FUNDS', 'payment', 'errors.invalid.payment_method'],
    ['PAYMENT_INVALID_CREDIT_CARD', 'payment', 'errors.invalid.payment_method'],
    ['PAYMENT_INVALID_PAYMENT_METHOD', 'payment', 'errors.invalid.payment_method'],
    ['PAYMENT_TRANSIENT_ERROR', 'payment', 'errors.invalid.payment_method'],
  ])('[8.07] %s is about %s: %s', (code, subject, messageKey) => {
    expect(errorOf({ code, message: '', field: [] }, context)).toMatchObject({ subject, messageKey });
  });

  it('[5.07] the Emirates have emirates, each address for itself', () => {
    const emirates = { ...context, shippingCountry: 'AE' };
    const at = (code: string) => errorOf({ code, message: '', field: [] }, emirates)?.messageKey;
    expect(at('DELIVERY_ZONE_NOT_FOUND')).toBe('errors.invalid.emirate');
    expect(at('DELIVERY_ZONE_REQUIRED_FOR_COUNTRY')).toBe('errors.missing.emirate');
    expect(at('PAYMENTS_BILLING_ADDRESS_ZONE_NOT_FOUND')).toBe('errors.invalid.zone');
    expect(at('DELIVERY_CITY_REQUIRED')).toBe('errors.missing.city');
  });

  it.each([
    'DELIVERY_NO_DELIVERY_AVAILABLE',
    'DELIVERY_NO_DELIVERY_AVAILABLE_FOR_MERCHANDISE_LINE',
    'DELIVERY_NO_DELIVERY_STRATEGY_AVAILABLE',
    'ZIP_CODE_NOT_SUPPORTED',
  ])('[8.07] %s: nothing is delivered there, and the shop says so', (code) => {
    expect(errorOf({ code, message: '', field: [] }, context)).toEqual({
      code,
      subject: 'shipping',
      field: 'whole',
      unserviceable: true,
      messageKey: 'errors.invalid.shipping_address',
      message: expect.stringMatching(/^Světluška momentálně nedoručuje na tuto adresu/) as string,
    });
  });

  it.each([
    ['email', 'contact', 'email', 'errors.invalid.email'],
    ['phone', 'contact', 'phone', 'errors.invalid.phone'],
    ['countryCode', 'shipping', 'country', 'errors.invalid.country'],
  ])('[5.07] INVALID at the buyer’s %s is about %s: %s', (argument, subject, field, messageKey) => {
    for (const path of [['buyerIdentity'], ['input', 'buyerIdentity']])
      expect(errorOf({ code: 'INVALID', message: '', field: [...path, argument] }, context)).toMatchObject({
        subject,
        field,
        messageKey,
      });
  });

  it.each([
    ['INVALID', ['buyerIdentity', 'customerAccessToken']],
    ['INVALID', ['lines', '0', 'email']],
    ['TOO_LONG', ['buyerIdentity', 'email']],
    ['INVALID_PAYMENT', ['payment', 'amount']],
    ['ERROR', ['payment', 'walletPaymentMethod']],
  ])('[5.07] [8.06] %s at %j is nothing that a sheet can point at', (code, field) => {
    expect(errorOf({ code, message: '', field }, context)).toBeNull();
  });

  it.each([
    ['BUYER_IDENTITY_EMAIL_REQUIRED', 'email'],
    ['BUYER_IDENTITY_EMAIL_IS_INVALID', 'email'],
    ['BUYER_IDENTITY_EMAIL_DOMAIN_IS_INVALID', 'email'],
    ['BUYER_IDENTITY_PHONE_IS_INVALID', 'phone'],
    ['DELIVERY_ADDRESS_REQUIRED', 'whole'],
    ['PAYMENT_CARD_DECLINED', 'whole'],
  ])('[5.07] %s points at the field: %s', (code, field) => {
    expect(errorOf({ code, message: '', field: [] }, context)).toMatchObject({ code, field });
  });

  it.each([
    [SHIPPING, 'shipping', 'errors.invalid.shipping_address'],
    [BILLING, 'billing', 'errors.invalid.billing_address'],
  ])('[5.07] [8.07] a whole address at %j is named after its use: %s', (field, subject, messageKey) => {
    const fault = { code: 'UNSPECIFIED_ADDRESS_ERROR', message: '', field };
    expect(errorOf(fault, context)).toMatchObject({ subject, messageKey });
  });

  it('[5.07] [8.07] an e-mail fault beside a billing address stays one of the contact', () => {
    const fault = { code: 'BUYER_IDENTITY_EMAIL_REQUIRED', message: '', field: BILLING };
    expect(errorOf(fault, context)).toMatchObject({ subject: 'contact' });
  });

  it('[8.01] [8.06] what nothing explains has the wallet’s words', () => {
    expect(walletFault('Google Pay', 'X')).toEqual({
      code: 'X',
      subject: 'other',
      field: 'whole',
      messageKey: 'error_dialogs.wallet.text',
      message:
        'Došlo k problému s peněženkou Google Pay. Zkuste to znovu nebo použijte jinou platební metodu.',
      unserviceable: false,
    });
  });

  it.each(['ERROR', 'SERVICE_UNAVAILABLE', 'REDIRECT_TO_CHECKOUT_REQUIRED', 'constructor'])(
    '[8.06] %s is nothing a buyer can mend in the sheet',
    (code) => {
      expect(errorOf({ code, message: '', field: [] }, context)).toBeNull();
    },
  );
});
