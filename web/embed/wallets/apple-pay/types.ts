/** Apple's types, by shorter names. */

export type Contact = ApplePayJS.ApplePayPaymentContact;
export type ContactField = ApplePayJS.ApplePayContactField;
export type ErrorCode = ApplePayJS.ApplePayErrorCode;
export type ErrorField = ApplePayJS.ApplePayErrorContactField;
export type LineItem = ApplePayJS.ApplePayLineItem;
export type MerchantCapability = ApplePayJS.ApplePayMerchantCapability;
export type Payment = ApplePayJS.ApplePayPayment;
export type PaymentRequest = ApplePayJS.ApplePayPaymentRequest;
export type RecurringPaymentRequest = ApplePayJS.ApplePayRecurringPaymentRequest;
export type ShippingMethod = ApplePayJS.ApplePayShippingMethod;
export type ShippingType = ApplePayJS.ApplePayShippingType;
