// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { MESSAGES, type MessageKey } from '../../i18n/sheet.cs.ts';
import { errorOf, type ErrorContext } from './errors.ts';

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
  ])('[8.07] %s is about %s: %s', (code, subject, messageKey) => {
    expect(errorOf({ code, message: '', field: [] }, context)).toMatchObject({ subject, messageKey });
  });

  it('[5.07] the Emirates have emirates, each address for itself', () => {
    const emirates = { ...context, shippingCountry: 'AE' };
    const at = (code: string) => errorOf({ code, message: '', field: [] }, emirates)?.messageKey;
    expect(at('DELIVERY_ZONE_NOT_FOUND')).toBe('errors.invalid.emirate');
    expect(at('DELIVERY_ZONE_REQUIRED_FOR_COUNTRY')).toBe('errors.missing.emirate');
    expect(at('PAYMENTS_BILLING_ADDRESS_ZONE_NOT_FOUND')).toBe('errors.invalid.zone');
  });

  it('[8.07] where nothing is delivered the shop says so', () => {
    expect(
      errorOf({ code: 'DELIVERY_NO_DELIVERY_AVAILABLE', message: '', field: [] }, context),
    ).toMatchObject({
      unserviceable: true,
      messageKey: 'errors.invalid.shipping_address',
      message: expect.stringMatching(/^Světluška momentálně nedoručuje na tuto adresu/) as string,
    });
  });

  it.each([
    ['email', 'errors.invalid.email'],
    ['phone', 'errors.invalid.phone'],
  ])('[5.07] INVALID at the buyer’s %s', (field, messageKey) => {
    const fault = { code: 'INVALID', message: '', field: ['buyerIdentity', field] };
    expect(errorOf(fault, context)).toMatchObject({ subject: 'contact', field, messageKey });
  });

  it.each(['ERROR', 'SERVICE_UNAVAILABLE', 'REDIRECT_TO_CHECKOUT_REQUIRED', 'constructor'])(
    '[8.06] %s is nothing a buyer can mend in the sheet',
    (code) => {
      expect(errorOf({ code, message: '', field: [] }, context)).toBeNull();
    },
  );
});
