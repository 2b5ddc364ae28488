/** Short names for Google's types. */

type Api = typeof google.payments.api;

export type { Api };
export type Address = google.payments.api.Address;
export type CardAuthMethod = google.payments.api.CardAuthMethod;
export type CardNetwork = google.payments.api.CardNetwork;
export type CallbackTrigger = google.payments.api.CallbackTrigger;
export type IntermediatePaymentData = google.payments.api.IntermediatePaymentData;
export type IsReadyToPayRequest = google.payments.api.IsReadyToPayRequest;
export type PaymentAuthorizationResult = google.payments.api.PaymentAuthorizationResult;
export type PaymentData = google.payments.api.PaymentData;
export type PaymentDataCallbacks = google.payments.api.PaymentDataCallbacks;
export type PaymentDataError = google.payments.api.PaymentDataError;
export type PaymentDataRequest = google.payments.api.PaymentDataRequest;
export type PaymentDataRequestUpdate = google.payments.api.PaymentDataRequestUpdate;
export type PaymentMethodSpecification = google.payments.api.PaymentMethodSpecification;
export type SelectionOption = google.payments.api.SelectionOption;
export type TransactionInfo = google.payments.api.TransactionInfo;
