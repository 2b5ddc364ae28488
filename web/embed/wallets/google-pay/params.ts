import type { WalletParams } from '../protocol.ts';
import { isObject, isText, members } from '../../../base/read.ts';
import { isListOf, isTexts } from '../read.ts';
import type { MerchantInfo, PaymentMethod, ShippingAddressParameters } from './types.ts';

/** The wallet parameters of a page, checked. */
export interface GooglePayParams {
  readonly sdkUrl: string;
  readonly environment: 'TEST' | 'PRODUCTION';
  /** The country that processes the payment, ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  readonly emailRequired: boolean;
  readonly phoneRequired: boolean;
  readonly merchantInfo: MerchantInfo;
  readonly allowedPaymentMethods: readonly PaymentMethod[];
  readonly shippingAddressParameters: ShippingAddressParameters;
  /** Unchecked: its faults have separate reasons. */
  readonly auth: unknown;
}

function isPaymentMethod(value: unknown): value is PaymentMethod {
  const { type, parameters, tokenizationSpecification } = members(value);
  const { allowedAuthMethods, allowedCardNetworks } = members(parameters);
  const tokenization = members(tokenizationSpecification);
  return (
    type === 'CARD' &&
    isTexts(allowedAuthMethods) &&
    isTexts(allowedCardNetworks) &&
    isText(tokenization['type']) &&
    isObject(tokenization['parameters'])
  );
}

const isPaymentMethods = isListOf(isPaymentMethod);

function isMerchantInfo(value: unknown): value is MerchantInfo {
  return isText(members(value)['merchantId']);
}

/** Checks the page's `wallet_params`; null if a member is missing or has the wrong type. */
export function parseParams(params: WalletParams): GooglePayParams | null {
  const { sdkUrl, environment, countryCode, emailRequired, phoneRequired, paymentData, auth } = params;
  const { merchantInfo, allowedPaymentMethods, shippingAddressParameters } = members(paymentData);
  if (!isText(sdkUrl) || !isText(countryCode)) return null;
  if (environment !== 'TEST' && environment !== 'PRODUCTION') return null;
  if (!isMerchantInfo(merchantInfo) || !isPaymentMethods(allowedPaymentMethods)) return null;
  return {
    sdkUrl,
    environment,
    countryCode,
    emailRequired: emailRequired === true,
    phoneRequired: phoneRequired === true,
    merchantInfo,
    allowedPaymentMethods,
    shippingAddressParameters: members(shippingAddressParameters),
    auth,
  };
}
