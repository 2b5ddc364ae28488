import type { BuyerDetails, WalletContent } from '../protocol.ts';

/** What the content says beside the details. */
export interface Terms {
  readonly merchantId: string | null;
  /** The account is to be charged again later. */
  readonly billingAgreement: boolean;
  /** The goods renew, and the buyer has been told so. */
  readonly hasSellingPlan: boolean;
}

/**
 * The payment as the API takes it (row 3.13). Null where PayPal tells less of the buyer than the API wants; the checkout
 * then asks.
 */
export function walletContent(details: BuyerDetails, terms: Terms): WalletContent | null {
  const { email, payerId, expiresAt, remoteOrderId } = details;
  if (email === null || payerId === null) return null;
  return {
    input: 'paypalWalletContent',
    fields: {
      email,
      expiresAt,
      payerId,
      token: remoteOrderId,
      acceptedSubscriptionTerms: terms.hasSellingPlan,
      vaultingAgreement: terms.billingAgreement,
      merchantId: terms.merchantId,
    },
  };
}
