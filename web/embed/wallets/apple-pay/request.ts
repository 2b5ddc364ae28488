import { INITIAL_PENDING_TOTAL_MINOR } from '../../constants.ts';
import { SUBSCRIPTION } from '../../i18n/apple-pay.cs.ts';
import { decimal } from '../money.ts';
import type { SheetSetup } from '../protocol.ts';
import type { ApplePayParams } from './params.ts';
import { recurringPayment } from './recurring.ts';
import type { ContactField, PaymentRequest } from './types.ts';

/** What is asked of the delivery's contact: also of goods that go nowhere, as e-mail and telephone stand there (row 5.06). */
function shippingFields(params: ApplePayParams, requiresShipping: boolean): ContactField[] {
  const fields: ContactField[] = requiresShipping ? ['name', 'postalAddress'] : [];
  if (params.emailRequired) fields.push('email');
  if (params.phoneRequired) fields.push('phone');
  return fields;
}

/** What opens the sheet. There may be no cart yet, so its total is pending (row 4.16). */
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
    // Apple wants to know from the beginning; how much and how often comes with the cart.
    ...(hasSellingPlan && {
      recurringPaymentRequest: recurringPayment(SUBSCRIPTION, { ...pending, paymentTiming: 'recurring' }),
    }),
  };
}
