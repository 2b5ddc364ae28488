/** Amazon's script, as far as it is used here. Amazon publishes no types. Types only. */

/** The settings of `initCheckout`. */
export interface CheckoutSettings {
  readonly merchantId: string;
  /** ISO 4217: the currency of the merchant's account. */
  readonly ledgerCurrency: string;
  readonly productType: string;
  readonly placement: string;
  readonly checkoutLanguage?: unknown;
  /** The name of the key that signed, unless it stands beside the signature. */
  readonly publicKeyId?: unknown;
  /** Left out if the key's name says it. */
  readonly sandbox?: unknown;
  readonly estimatedOrderAmount?: unknown;
  readonly createCheckoutSessionConfig: SignedPayload;
}

/** A payload and its signature, which covers the exact text. */
export interface SignedPayload {
  readonly payloadJSON: string;
  readonly signature: string;
  readonly algorithm?: unknown;
  readonly publicKeyId?: unknown;
}

/** `amazon.Pay`. */
export interface AmazonSdk {
  /** Sends the browser to Amazon's pages. */
  readonly initCheckout: (settings: CheckoutSettings) => unknown;
}
