// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { CartUserError } from '../../cart/user-error.ts';
import { outcomeOf } from '../deceleration.ts';
import { createCartResult } from '../outcome.ts';
import type { SheetAction } from './actions.ts';
import type { ErrorContext } from './errors.ts';
import { verdictOfFaults } from './verdict.ts';

/** What a wallet's sheet does with a code: `kind: detail`. */
function handling(code: string, field: readonly string[] = []): string {
  const context: ErrorContext = {
    shopName: 'Světluška',
    walletName: 'Google Pay',
    shippingCountry: 'CZ',
    billingCountry: 'CZ',
  };
  return described(verdictOfFaults([{ code, message: 'Nejvýše dva kusy.', field }], null, context));
}

function described(action: SheetAction): string {
  switch (action.kind) {
    case 'decelerate':
      return `checkout: ${action.reason}`;
    case 'abort':
      return `dialog: ${action.abort.kind}`;
    case 'show_error':
      return `sheet: ${action.errors.map(({ subject, messageKey }) => `${subject} ${messageKey}`).join()}`;
    case 'retry':
    case 'complete':
    case 'update':
      return action.kind;
  }
}

const SHIPPING = ['buyerIdentity', 'deliveryAddressPreferences', '0', 'deliveryAddress'];
const BILLING = ['payment', 'walletPaymentMethod', 'googlePayWalletContent', 'billingAddress'];

/** Codes, where the server puts them, and what the sheet does; in the specification's order. */
const CODES: readonly (readonly [string, string, (readonly string[])?])[] = [
  // Buyer identity.
  ['BUYER_IDENTITY_EMAIL_REQUIRED', 'sheet: contact errors.missing.email'],
  ['BUYER_IDENTITY_EMAIL_IS_INVALID', 'sheet: contact errors.invalid.email'],
  ['BUYER_IDENTITY_EMAIL_DOMAIN_IS_INVALID', 'sheet: contact errors.invalid.email'],
  ['BUYER_IDENTITY_EMAIL_DOES_NOT_MATCH_EXPECTED_PATTERN', 'sheet: contact errors.invalid.email'],
  ['BUYER_IDENTITY_PHONE_IS_INVALID', 'sheet: contact errors.invalid.phone'],
  ['INVALID', 'sheet: contact errors.invalid.email', ['buyerIdentity', 'email']],
  ['INVALID', 'sheet: contact errors.invalid.phone', ['buyerIdentity', 'phone']],
  // The shop's own demands.
  ['CAPTCHA_COMPLETION_REQUIRED', 'checkout: captcha_required'],
  ['REDIRECT_TO_CHECKOUT_REQUIRED', 'dialog: wallet_unavailable'],
  ['REDIRECT_TO_CHECKOUT_REQUIRED', 'dialog: wallet_unavailable', ['payment', 'walletPaymentMethod']],
  ['VALIDATION_CUSTOM', 'dialog: custom_validation', ['lines', '0', 'quantity']],
  ['VALIDATION_CUSTOM', 'dialog: custom_validation', [...SHIPPING, 'country']],
  // The delivery address as a whole.
  ['DELIVERY_ADDRESS_REQUIRED', 'sheet: shipping errors.invalid.shipping_address'],
  ['UNSPECIFIED_ADDRESS_ERROR', 'sheet: shipping errors.invalid.shipping_address'],
  ['INVALID', 'sheet: shipping errors.invalid.country', ['buyerIdentity', 'countryCode']],
  ['INVALID', 'sheet: shipping errors.invalid.country', [...SHIPPING, 'country']],
  ['ADDRESS_FIELD_IS_REQUIRED', 'sheet: shipping errors.missing.country', [...SHIPPING, 'country']],
  ['DELIVERY_COUNTRY_REQUIRED', 'sheet: shipping errors.missing.country'],
  ['PROVINCE_NOT_FOUND', 'sheet: shipping errors.invalid.zone', [...SHIPPING, 'province']],
  ['DELIVERY_ZONE_NOT_FOUND', 'sheet: shipping errors.invalid.zone'],
  ['DELIVERY_ZONE_REQUIRED_FOR_COUNTRY', 'sheet: shipping errors.missing.zone'],
  ['INVALID_ZIP_CODE_FOR_COUNTRY', 'sheet: shipping errors.invalid.postal_code', [...SHIPPING, 'zip']],
  ['INVALID_ZIP_CODE_FOR_PROVINCE', 'sheet: shipping errors.invalid.postal_code', [...SHIPPING, 'zip']],
  ['DELIVERY_INVALID_POSTAL_CODE_FOR_COUNTRY', 'sheet: shipping errors.invalid.postal_code'],
  ['DELIVERY_INVALID_POSTAL_CODE_FOR_ZONE', 'sheet: shipping errors.invalid.postal_code'],
  // Stock and merchandise.
  ['MERCHANDISE_OUT_OF_STOCK', 'dialog: out_of_stock'],
  ['MERCHANDISE_NOT_ENOUGH_STOCK', 'checkout: not_enough_stock'],
  ['MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE', 'checkout: not_enough_stock'],
  ['DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION', 'checkout: not_enough_stock'],
  ['INVENTORY_RESERVATION_ERROR', 'checkout: not_enough_stock'],
  ['MERCHANDISE_NOT_APPLICABLE', 'checkout: cart_not_ready'],
  ['MERCHANDISE_VARIANT_NOT_FOUND', 'checkout: cart_not_ready'],
  ['MERCHANDISE_NOT_FOUND', 'checkout: cart_not_ready'],
  ['MERCHANDISE_PRODUCT_NOT_PUBLISHED', 'checkout: cart_not_ready'],
  ['MERCHANDISE_B2B_SELLING_PLANS_UNSUPPORTED', 'checkout: cart_not_ready'],
  ['MERCHANDISE_BUNDLE_REQUIRES_COMPONENTS', 'checkout: cart_not_ready'],
  ['MERCHANDISE_EXPECTED_PRICE_MISMATCH', 'checkout: dynamic_tax'],
  // Delivery.
  ['DELIVERY_NO_DELIVERY_AVAILABLE', 'sheet: shipping errors.invalid.shipping_address'],
  ['DELIVERY_NO_DELIVERY_STRATEGY_AVAILABLE', 'sheet: shipping errors.invalid.shipping_address'],
  ['DELIVERY_LOCAL_PICKUP_UNAVAILABLE', 'sheet: option errors.missing.shipping_option'],
  ['DELIVERY_LINE_DETAIL_CHANGED', 'checkout: cart_not_ready'],
  ['NO_DELIVERY_GROUP_SELECTED', 'sheet: option errors.missing.shipping_option'],
  ['INVALID_DELIVERY_OPTION', 'sheet: option errors.missing.shipping_option'],
  ['INVALID_DELIVERY_GROUP', 'sheet: option errors.missing.shipping_option'],
  ['PENDING_DELIVERY_GROUPS', 'retry'],
  // Payment.
  ['INVALID_PAYMENT', 'retry', ['payment', 'amount']],
  ['INVALID_PAYMENT', 'retry', ['payment']],
  ['INVALID_PAYMENT', 'sheet: payment errors.invalid.payment_method', BILLING.slice(0, 3)],
  ['PAYMENTS_UNACCEPTABLE_PAYMENT_AMOUNT', 'checkout: dynamic_tax'],
  ['PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED', 'checkout: dynamic_tax'],
  ['PAYMENTS_METHOD_REQUIRED', 'checkout: payment_method_not_applicable'],
  ['PAYMENTS_METHOD_UNAVAILABLE', 'checkout: payment_method_not_applicable'],
  ['PAYMENT_METHOD_NOT_APPLICABLE', 'checkout: payment_method_not_applicable'],
  ['PAYMENT_METHOD_NOT_SUPPORTED', 'dialog: wallet_unavailable'],
  ['INVALID_PAYMENT_DEFERRED_PAYMENT_REQUIRED', 'checkout: invalid_payment_deferred_payment_required'],
  ['PAYMENTS_COUNTRY_REQUIRED', 'sheet: billing errors.missing.country'],
  ['INVALID', 'sheet: billing errors.invalid.country', [...BILLING, 'country']],
  ['PAYMENTS_CREDIT_CARD_GENERIC', 'sheet: payment errors.invalid.payment_method'],
  ['PAYMENTS_CREDIT_CARD_SESSION_ID', 'sheet: payment errors.invalid.payment_method'],
  // Billing address.
  ['PAYMENTS_BILLING_ADDRESS_REQUIRED', 'sheet: billing errors.invalid.billing_address'],
  ['ADDRESS_FIELD_IS_REQUIRED', 'sheet: billing errors.missing.city', [...BILLING, 'city']],
  ['ADDRESS_FIELD_CONTAINS_EMOJIS', 'sheet: billing errors.emojis.city', [...BILLING, 'city']],
  ['ADDRESS_FIELD_CONTAINS_HTML_TAGS', 'sheet: billing errors.html_tags.city', [...BILLING, 'city']],
  ['INVALID_ZIP_CODE_FOR_COUNTRY', 'sheet: billing errors.invalid.postal_code', [...BILLING, 'zip']],
  ['PAYMENTS_INVALID_POSTAL_CODE_FOR_ZONE', 'sheet: billing errors.invalid.postal_code'],
  // The rest of the list.
  ['LOCALIZATION_EXTENSION_FIELD_ERROR', 'checkout: localization_extension_field_error'],
  ['INVALID', 'checkout: cart_not_ready', ['cartId']],
  ['SELLING_PLAN_NOT_APPLICABLE', 'dialog: wallet_unavailable', ['lines', '0', 'sellingPlanId']],
  ['VARIANT_REQUIRES_SELLING_PLAN', 'dialog: wallet_unavailable', ['lines', '0', 'sellingPlanId']],
];

/** What a product's button does with an answer that has this code alone and no cart. */
function pressed(code: string): string {
  const error: CartUserError = { code, message: 'Nejvýše dva kusy.', field: [] };
  try {
    const result = createCartResult({ cart: null, userErrors: [error], warnings: [] }, 'CZK');
    return outcomeOf(result).kind;
  } catch {
    return 'thrown';
  }
}

describe('every code of the list', () => {
  it.each(CODES.map(([code, expected, field = []]) => ({ code, expected, field })))(
    '[8.03] [8.10] [8.11] in a sheet, $code leads to $expected at $field',
    ({ code, expected, field }) => {
      expect(handling(code, field)).toBe(expected);
    },
  );

  it.each([...new Set(CODES.map(([code]) => code))])(
    '[8.03] [4.05] %s in the answer to a press is never left without an end',
    (code) => {
      const own: Readonly<Partial<Record<string, string>>> = {
        VALIDATION_CUSTOM: 'custom_validation',
        SELLING_PLAN_NOT_APPLICABLE: 'unrecoverable',
        VARIANT_REQUIRES_SELLING_PLAN: 'unrecoverable',
      };
      // Without a cart there is no checkout to lead to: what is thrown is the generic dialog.
      expect(pressed(code)).toBe(own[code] ?? 'thrown');
    },
  );
});
