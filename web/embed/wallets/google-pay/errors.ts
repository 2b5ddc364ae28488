import type { SheetError } from '../protocol.ts';
import type { PaymentDataError } from './types.ts';

type Intent = google.payments.api.CallbackIntent;
type Reason = google.payments.api.ErrorReason;

/** An error in the form of Google's sheet. */
type SheetFault = Pick<SheetError, 'subject' | 'message'> & Partial<SheetError>;

/** Google's reason and the part of its sheet that it points at (row 8.07); `during` is the step that failed. */
function place({ subject, field, unserviceable }: SheetFault, during: Intent): [Reason, Intent] {
  if (unserviceable) return ['SHIPPING_ADDRESS_UNSERVICEABLE', 'SHIPPING_ADDRESS'];
  switch (subject) {
    case 'shipping':
      return ['SHIPPING_ADDRESS_INVALID', 'SHIPPING_ADDRESS'];
    case 'contact':
      // The telephone and the name stand in the delivery address; the e-mail is the account's and cannot be pointed at.
      return field === 'email' ? ['OTHER_ERROR', during] : ['SHIPPING_ADDRESS_INVALID', 'SHIPPING_ADDRESS'];
    case 'option':
      return ['SHIPPING_OPTION_INVALID', 'SHIPPING_OPTION'];
    case 'billing':
      return ['PAYMENT_DATA_INVALID', 'PAYMENT_METHOD'];
    case 'payment':
      return ['PAYMENT_DATA_INVALID', 'PAYMENT_AUTHORIZATION'];
    case 'coupon':
    case 'other':
      return ['OTHER_ERROR', during];
  }
}

/** Converts errors for Google's sheet, which shows one at a time. */
export function paymentDataError(error: SheetFault, during: Intent): PaymentDataError {
  const [reason, intent] = place(error, during);
  return { reason, intent, message: error.message };
}
