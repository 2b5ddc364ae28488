import type { WalletParams } from '../protocol.ts';
import { isObject, isText } from '../../../base/read.ts';
import type { Mode } from './types.ts';

/** The wallet parameters of a page, checked. */
export interface MetaPayParams {
  readonly appId: string;
  /** The merchant's name in the sheet. */
  readonly name: string;
  readonly environment: Mode;
  readonly merchantId: string;
  /** The country that processes the payment, ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  readonly sdkUrl: string;
  readonly partnerId: string;
  /** Options by container type. The vendor itself refuses unknown types. */
  readonly supportedContainers: Readonly<Record<string, object>>;
}

function isContainers(value: unknown): value is MetaPayParams['supportedContainers'] {
  return isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isObject);
}

/** Checks the page's `wallet_params`; null if a member is missing or has the wrong type. */
export function parseParams(params: WalletParams): MetaPayParams | null {
  const { appId, name, environment, merchantId, countryCode, sdkUrl, partnerId, supportedContainers } =
    params;
  if (!isText(appId) || !isText(name) || !isText(merchantId) || !isText(countryCode)) return null;
  if (!isText(sdkUrl) || !isText(partnerId)) return null;
  if (environment !== 'TEST' && environment !== 'LIVE') return null;
  if (!isContainers(supportedContainers)) return null;
  return { appId, name, environment, merchantId, countryCode, sdkUrl, partnerId, supportedContainers };
}

/** The URL of the vendor's script for this app. */
export const scriptAddress = ({ sdkUrl, appId }: MetaPayParams): string =>
  `${sdkUrl}${sdkUrl.includes('?') ? '&' : '?'}appId=${encodeURIComponent(appId)}`;
