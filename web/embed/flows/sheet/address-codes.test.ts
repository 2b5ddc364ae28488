// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { addressFault } from './address-codes.ts';

const DELIVERY = ['buyerIdentity', 'deliveryAddressPreferences', '0', 'deliveryAddress'];
const SAVED = ['addresses', '0', 'address'];
const BILLING = ['billingAddress'];

/** A fault as `subject field fault`, with the sheet's field where it has another name; null if it is about no field. */
function told(code: string, field: readonly string[] = []): string | null {
  const fault = addressFault({ code, field });
  return fault && `${fault.subject} ${fault.messageField} ${fault.fault} at ${fault.field}`;
}

describe('[5.07] [8.07] the field of an address that a fault is about', () => {
  it.each([
    ['INVALID', [...DELIVERY, 'city'], 'shipping city invalid at city'],
    [
      'INVALID',
      ['buyerIdentity', 'deliveryAddressPreferences', '0', 'city'],
      'shipping city invalid at city',
    ],
    ['INVALID', [...SAVED, 'city'], 'shipping city invalid at city'],
    ['INVALID', [...BILLING, 'city'], 'billing city invalid at city'],
    ['ADDRESS_FIELD_IS_TOO_LONG', [...DELIVERY, 'company'], 'shipping company too_long at whole'],
    ['ADDRESS_FIELD_IS_REQUIRED', [...DELIVERY, 'zip'], 'shipping postal_code missing at postalCode'],
    ['ADDRESS_FIELD_IS_REQUIRED', [...DELIVERY, 'province'], 'shipping zone missing at zone'],
    ['ADDRESS_FIELD_IS_REQUIRED', [...DELIVERY, 'provinceCode'], 'shipping zone missing at zone'],
    ['ADDRESS_FIELD_IS_REQUIRED', [...DELIVERY, 'countryCode'], 'shipping country missing at country'],
    ['ADDRESS_FIELD_DOES_NOT_MATCH_EXPECTED_PATTERN', [...DELIVERY, 'city'], 'shipping city invalid at city'],
    ['ADDRESS_FIELD_CONTAINS_URL', [...DELIVERY, 'city'], 'shipping city url at city'],
    // The code names the field, wherever the path ends.
    ['INVALID_ZIP_CODE_FOR_COUNTRY', DELIVERY, 'shipping postal_code invalid at postalCode'],
    ['INVALID_ZIP_CODE_FOR_PROVINCE', BILLING, 'billing postal_code invalid at postalCode'],
    ['PROVINCE_NOT_FOUND', [...BILLING, 'country'], 'billing zone invalid at zone'],
  ])('%s at %j: %s', (code, path, expected) => {
    expect(told(code, path)).toBe(expected);
  });

  it.each([
    ['DELIVERY_COMPANY_TOO_LONG', 'shipping company too_long at whole'],
    ['DELIVERY_OPTIONS_PHONE_NUMBER_REQUIRED', 'shipping phone missing at phone'],
    ['DELIVERY_INVALID_POSTAL_CODE_FOR_COUNTRY', 'shipping postal_code invalid at postalCode'],
    ['PAYMENTS_INVALID_POSTAL_CODE_FOR_ZONE', 'billing postal_code invalid at postalCode'],
    ['PAYMENTS_BILLING_ADDRESS_ZONE_NOT_FOUND', 'billing zone invalid at zone'],
    ['PAYMENTS_CITY_REQUIRED_FOR_COUNTRY', 'billing city missing at city'],
  ])('%s of a submission: %s', (code, expected) => {
    expect(told(code)).toBe(expected);
    // A path to no address does not matter.
    expect(told(code, ['cartId'])).toBe(expected);
  });

  it.each<[string, (readonly string[])?]>([
    // Not about an address.
    ['INVALID', ['buyerIdentity', 'email']],
    ['INVALID', ['city']],
    ['ADDRESS_FIELD_IS_REQUIRED', ['city']],
    // About the whole of one.
    ['INVALID', DELIVERY],
    ['INVALID', BILLING],
    // Codes that name no fault.
    ['STRANGE', [...DELIVERY, 'city']],
    ['ADDRESS_FIELD_IS_STRANGE', [...DELIVERY, 'city']],
    ['ADDRESS_FIELD_constructor', [...DELIVERY, 'city']],
    ['ADDRESS_FIELD_IS_REQUIRED', [...DELIVERY, 'constructor']],
    ['STRANGE'],
    ['DELIVERY_CITY_STRANGE'],
    ['DELIVERY_STRANGE_REQUIRED'],
    ['STRANGE_DELIVERY_CITY_REQUIRED'],
    ['DELIVERY_CITY_REQUIRED_STRANGE'],
    ['STRANGE_DELIVERY_INVALID_POSTAL_CODE_FOR_ZONE'],
    ['DELIVERY_INVALID_POSTAL_CODE_FOR_ZONE_STRANGE'],
    ['DELIVERY_INVALID_POSTAL_CODE_FOR_STRANGE'],
  ])('%s at %j is about none', (code, path) => {
    expect(told(code, path)).toBeNull();
  });
});
