import { isText, members } from '../../../base/read.ts';
import type { WalletParams } from '../protocol.ts';
import type { SignedPayload } from './types.ts';

/** The wallet parameters of a page, checked. The rest stays as the page has it. */
export interface AmazonPayParams {
  readonly sdkUrl: string;
  readonly merchantId: string;
  readonly ledgerCurrency: string;
  /** The server has to prepare the cart before the buyer leaves. */
  readonly preparesCart: boolean;
  /** The page has a signed payload, so that none is fetched. */
  readonly isSupplied: boolean;
  /** All of them, as the page has them. */
  readonly given: WalletParams;
}

/** The signed payload among settings; null if they have none. */
export function signedPayload({ createCheckoutSessionConfig: config }: WalletParams): SignedPayload | null {
  const { payloadJSON, signature, ...more } = members(config);
  return isText(payloadJSON) && isText(signature) ? { ...more, payloadJSON, signature } : null;
}

/** Checks the page's `wallet_params`; null if a member is missing or has the wrong type. */
export function parseParams(given: WalletParams): AmazonPayParams | null {
  const { sdkUrl, merchantId, ledgerCurrency, prepareCart, createCheckoutSessionConfig } = given;
  if (!isText(sdkUrl) || !isText(merchantId) || !isText(ledgerCurrency)) return null;
  const isSupplied = createCheckoutSessionConfig !== undefined;
  if (isSupplied && !signedPayload(given)) return null;
  return { sdkUrl, merchantId, ledgerCurrency, preparesCart: prepareCart === true, isSupplied, given };
}
