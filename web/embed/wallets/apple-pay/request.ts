import { INITIAL_PENDING_TOTAL_MINOR } from '../../constants.ts';
import { SUBSCRIPTION } from '../../i18n/apple-pay.cs.ts';
import { decimal } from '../money.ts';
import type { SheetSetup } from '../protocol.ts';
import type { ApplePayParams } from './params.ts';
import { recurringPayment } from './recurring.ts';
import type { ContactField, PaymentRequest } from './types.ts';

/**
 * The required fields of the shipping contact. Unshipped goods need it too, because it contains e-mail and telephone
 * (row 5.06).
 */
function shippingFields(params: ApplePayParams, requiresShipping: boolean): ContactField[] {
  const fields: ContactField[] = requiresShipping ? ['name', 'postalAddress'] : [];
  if (params.emailRequired) fields.push('email');
  if (params.phoneRequired) fields.push('phone');
  return fields;
}

/** The request that opens the sheet. There may be no cart yet, so its total is pending (row 4.16). */
export function paymentRequest(
  params: ApplePayParams,
  { requiresShipping, hasSellingPlan, currencyCode }: SheetSetup,
): PaymentRequest {
  const { merchantName, countryCode, merchantCapabilities, supportedNetworks, shippingType } = params;
  const pending = {
    label: merchantName,
    amount: decimal(INITIAL_PENDING_TOTAL_MINOR),
    type: 'pending',
  } as const;
  return {
    countryCode,
    currencyCode,
    merchantCapabilities,
    supportedNetworks,
    total: pending,
    requiredBillingContactFields: ['name', 'postalAddress'],
    requiredShippingContactFields: shippingFields(params, requiresShipping),
    supportsCouponCode: true,
    ...(requiresShipping && { shippingType }),
    // Apple must know it from the beginning; amount and interval follow with the cart.
    ...(hasSellingPlan && {
      recurringPaymentRequest: recurringPayment(SUBSCRIPTION, { ...pending, paymentTiming: 'recurring' }),
    }),
  };
}
