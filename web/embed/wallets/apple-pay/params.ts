import type { WalletParams } from '../protocol.ts';
import { isText } from '../../../base/read.ts';
import { isTexts } from '../read.ts';
import type { MerchantCapability, ShippingType } from './types.ts';

/** The wallet parameters of a page, checked. */
export interface ApplePayParams {
  /** The URL of a script that defines Apple's global; null to use the browser's. */
  readonly sdkUrl: string | null;
  /** The merchant's name in the sheet. */
  readonly merchantName: string;
  /** The merchant's country, ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  readonly merchantCapabilities: MerchantCapability[];
  readonly supportedNetworks: string[];
  readonly shippingType: ShippingType;
  readonly emailRequired: boolean;
  readonly phoneRequired: boolean;
  /** The e-mail of the signed-in customer; preferred to the contact's (row 5.06). */
  readonly customerAccountEmail: string | null;
}

const SHIPPING_TYPES: readonly ShippingType[] = ['shipping', 'delivery', 'storePickup', 'servicePickup'];

/** Checks the page's `wallet_params`; null if a member is missing or has the wrong type. */
export function parseParams(params: WalletParams): ApplePayParams | null {
  const { sdkUrl, merchantName, countryCode, merchantCapabilities, supportedNetworks, ...rest } = params;
  if (!isText(merchantName) || !isText(countryCode)) return null;
  if (!isTexts(merchantCapabilities) || !isTexts(supportedNetworks)) return null;
  const { shippingType, emailRequired, phoneRequired, customerAccountEmail } = rest;
  return {
    sdkUrl: isText(sdkUrl) ? sdkUrl : null,
    merchantName,
    countryCode,
    // Apple itself rejects unknown values.
    merchantCapabilities: merchantCapabilities as MerchantCapability[],
    supportedNetworks,
    shippingType: SHIPPING_TYPES.find((type) => type === shippingType) ?? 'shipping',
    emailRequired: emailRequired === true,
    phoneRequired: phoneRequired === true,
    customerAccountEmail: isText(customerAccountEmail) ? customerAccountEmail : null,
  };
}
