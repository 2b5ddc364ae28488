import type { BuyerDetails, WalletContent } from '../protocol.ts';

/** Properties of the content besides the buyer's details. */
export interface Terms {
  readonly merchantId: string | null;
  /** The account is to be charged again later. */
  readonly billingAgreement: boolean;
  /** The goods are a subscription, and the page has informed the buyer. */
  readonly hasSellingPlan: boolean;
}

/**
 * The payment in the API's form (row 3.13). Null if PayPal's details are incomplete; the checkout then asks for them.
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
