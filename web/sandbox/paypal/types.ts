/** PayPal's own types of its SDK, version 6, as far as the emulation has the same. */
import type {
  BaseInstance,
  OneTimePaymentSession,
  PayPalOneTimePaymentSessionOptions,
  PayPalPaymentsInstance,
  VenmoPaymentsInstance,
} from '@paypal/paypal-js/sdk-v6';

export type { EligiblePaymentMethodsOutput, FindEligibleMethodsOptions } from '@paypal/paypal-js/sdk-v6';

export type SessionOptions = PayPalOneTimePaymentSessionOptions;
export type Session = OneTimePaymentSession;

/** From whose account an order is paid. */
export type Funding = 'paypal' | 'venmo';

/** An instance of both components. */
export type Instance = Pick<BaseInstance, 'findEligibleMethods' | 'updateLocale'> &
  Partial<Pick<PayPalPaymentsInstance, 'createPayPalOneTimePaymentSession'>> &
  Partial<Pick<VenmoPaymentsInstance, 'createVenmoOneTimePaymentSession'>>;
