import { INITIAL_ESTIMATED_TOTAL_MINOR } from '../../constants.ts';
import { decimal } from '../money.ts';
import type { SheetSetup } from '../protocol.ts';
import type { MetaPayParams } from './params.ts';
import type { Api, PaymentConfiguration } from './types.ts';

/** The arguments of a request. */
export type RequestArguments = ConstructorParameters<Api['PaymentRequest']>;

/** A plan is charged again without the buyer, for which a one-time cryptogram is no good. */
const ONE_TIME = 'ecom-token-v1';

function configuration(params: MetaPayParams, hasSellingPlan: boolean): PaymentConfiguration {
  const { environment, partnerId, merchantId, countryCode, supportedContainers } = params;
  const containers = Object.entries(supportedContainers);
  return {
    mode: environment,
    partnerId,
    partnerMerchantId: merchantId,
    acquirerCountryCode: countryCode,
    supportedContainers: Object.fromEntries(
      containers.filter(([type]) => !hasSellingPlan || type !== ONE_TIME),
    ),
  };
}

/**
 * The arguments of the request that opens the sheet. There may be no cart yet, so its total is an estimate and it has no context. It asks for an
 * address of delivery only if goods are shipped.
 */
export const requestArguments = (
  params: MetaPayParams,
  { requiresShipping, hasSellingPlan, currencyCode }: Omit<SheetSetup, 'totalLabel'>,
): RequestArguments => [
  configuration(params, hasSellingPlan),
  {
    total: {
      label: params.name,
      amount: { currency: currencyCode, value: decimal(INITIAL_ESTIMATED_TOTAL_MINOR) },
    },
  },
  {
    requestBillingAddress: true,
    requestShipping: requiresShipping,
    requestPayerName: true,
    requestPayerEmail: true,
    requestPayerPhone: true,
  },
];
