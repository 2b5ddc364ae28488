import type { WalletParams } from '../protocol.ts';
import { isText } from '../../../base/read.ts';

/** The wallet parameters of a page, checked. */
export interface PayPalParams {
  readonly sdkUrl: string;
  readonly clientId: string;
  /** The currency of the page's prices, ISO 4217. Eligibility depends on it. */
  readonly currencyCode: string;
  /** The buyer's country in the vendor's sandbox. */
  readonly testBuyerCountry: string | null;
  /** The vendor's id of the merchant, if the application serves several. */
  readonly merchantId: string | null;
  /** Request accounts that can be charged again for every cart, not only for selling plans. */
  readonly requiresBillingAgreement: boolean;
}

/** Checks the page's `wallet_params`; null if a member is missing or has the wrong type. */
export function parseParams(params: WalletParams): PayPalParams | null {
  const { sdkUrl, clientId, currencyCode, testBuyerCountry, merchantId, requiresBillingAgreement } = params;
  if (!isText(sdkUrl) || !isText(clientId) || !isText(currencyCode)) return null;
  return {
    sdkUrl,
    clientId,
    currencyCode,
    testBuyerCountry: isText(testBuyerCountry) ? testBuyerCountry : null,
    merchantId: isText(merchantId) ? merchantId : null,
    requiresBillingAgreement: requiresBillingAgreement === true,
  };
}
