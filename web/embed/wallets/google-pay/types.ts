/** Google's types, and what a platform adds to them: the published types know neither the JWT nor the origin. */

export type Api = typeof google.payments.api;
export type Address = google.payments.api.Address;
export type IntermediateAddress = google.payments.api.IntermediateAddress;
export type IntermediatePaymentData = google.payments.api.IntermediatePaymentData;
export type PaymentAuthorizationResult = google.payments.api.PaymentAuthorizationResult;
export type PaymentData = google.payments.api.PaymentData;
export type PaymentDataCallbacks = google.payments.api.PaymentDataCallbacks;
export type PaymentDataError = google.payments.api.PaymentDataError;
export type PaymentDataRequestUpdate = google.payments.api.PaymentDataRequestUpdate;
export type PaymentMethod = google.payments.api.PaymentMethodSpecification;
export type PaymentsClient = google.payments.api.PaymentsClient;
export type TransactionInfo = google.payments.api.TransactionInfo;
export type ShippingAddressParameters = google.payments.api.ShippingAddressParameters;

/** The merchant as the page names it. */
export interface MerchantInfo extends google.payments.api.MerchantInfo {
  /** The storefront's host, which the platform's JWT is bound to. */
  readonly merchantOrigin?: string;
}

/** The merchant as a platform names it to Google. */
export interface AuthorisedMerchantInfo extends MerchantInfo {
  readonly authJwt: string;
}

/** What opens a sheet. */
export interface PaymentDataRequest extends google.payments.api.PaymentDataRequest {
  readonly merchantInfo: AuthorisedMerchantInfo;
}
