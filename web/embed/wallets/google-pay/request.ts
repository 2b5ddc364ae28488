import { INITIAL_ESTIMATED_TOTAL_MINOR } from '../../constants.ts';
import { decimal } from '../money.ts';
import type { SheetSetup } from '../protocol.ts';
import type { GooglePayParams } from './params.ts';
import type { PaymentDataRequest, PaymentMethod } from './types.ts';

const VERSION = { apiVersion: 2, apiVersionMinor: 0 };

/** A plan is charged again without the buyer, which a device's one-time cryptogram is no good for (row 5.12). */
function panOnly(method: PaymentMethod): PaymentMethod {
  const { parameters } = method;
  const allowedAuthMethods = parameters.allowedAuthMethods.filter((auth) => auth === 'PAN_ONLY');
  return { ...method, parameters: { ...parameters, allowedAuthMethods } };
}

function paymentMethods(
  { allowedPaymentMethods }: GooglePayParams,
  hasSellingPlan: boolean,
): PaymentMethod[] {
  return allowedPaymentMethods.map((method) => (hasSellingPlan ? panOnly(method) : method));
}

/** The request that checks whether this browser and buyer can pay for such goods. */
export function readyRequest(
  params: GooglePayParams,
  hasSellingPlan: boolean,
): google.payments.api.IsReadyToPayRequest {
  return { ...VERSION, allowedPaymentMethods: paymentMethods(params, hasSellingPlan) };
}

function shipping(params: GooglePayParams): Partial<PaymentDataRequest> {
  const { shippingAddressParameters, phoneRequired } = params;
  return {
    shippingAddressRequired: true,
    shippingAddressParameters: { ...shippingAddressParameters, phoneNumberRequired: phoneRequired },
    shippingOptionRequired: true,
    // Google accepts errors about these only; a billing address belongs to the payment method (row 8.07).
    callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_METHOD', 'PAYMENT_AUTHORIZATION'],
  };
}

/**
 * The request that opens the sheet. There may be no cart yet, so its total is an estimate (row 4.24). It asks for address and
 * option only if goods are shipped (row 5.12).
 */
export function paymentDataRequest(
  params: GooglePayParams,
  authJwt: string,
  setup: SheetSetup,
): PaymentDataRequest {
  return {
    ...VERSION,
    merchantInfo: { ...params.merchantInfo, authJwt },
    allowedPaymentMethods: paymentMethods(params, setup.hasSellingPlan),
    emailRequired: params.emailRequired,
    transactionInfo: {
      currencyCode: setup.currencyCode,
      countryCode: params.countryCode,
      totalPrice: decimal(INITIAL_ESTIMATED_TOTAL_MINOR),
      totalPriceStatus: 'ESTIMATED',
      totalPriceLabel: setup.totalLabel,
    },
    callbackIntents: ['PAYMENT_AUTHORIZATION'],
    ...(setup.requiresShipping && shipping(params)),
  };
}
