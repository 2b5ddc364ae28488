/** Short names for Apple's types. */

export type Contact = ApplePayJS.ApplePayPaymentContact;
export type LineItem = ApplePayJS.ApplePayLineItem;
export type Payment = ApplePayJS.ApplePayPayment;
export type PaymentMethod = ApplePayJS.ApplePayPaymentMethod;
export type PaymentRequest = ApplePayJS.ApplePayPaymentRequest;
export type ShippingMethod = ApplePayJS.ApplePayShippingMethod;
export type SheetError = ApplePayJS.ApplePayError;
/** The members that all update objects have. */
export type Update = Partial<ApplePayJS.ApplePayCouponCodeUpdate>;
