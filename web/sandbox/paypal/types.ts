/** PayPal's own types of its SDK, version 6, as far as the emulation has the same. */
import type {
  BaseInstance,
  OneTimePaymentSession,
  PayPalOneTimePaymentSessionOptions,
  PayPalPaymentsInstance,
  SavePaymentSession,
  SavePaymentSessionOptions,
  VenmoPaymentsInstance,
} from '@paypal/paypal-js/sdk-v6';

export type { EligiblePaymentMethodsOutput, FindEligibleMethodsOptions } from '@paypal/paypal-js/sdk-v6';

export type SessionOptions = PayPalOneTimePaymentSessionOptions;
export type Session = OneTimePaymentSession;
/** Of both kinds of accounts, which differ in what they are told. */
export type SavingOptions = Pick<
  SavePaymentSessionOptions,
  'onApprove' | 'onComplete' | 'onError' | 'vaultSetupToken'
> & { readonly onCancel?: (data: { vaultSetupToken?: string; orderId?: string }) => void };
export type SavingSession = SavePaymentSession;

/** From whose account it is paid. */
export type Funding = 'paypal' | 'venmo';

/** An instance of both components. */
export type Instance = Pick<BaseInstance, 'findEligibleMethods' | 'updateLocale'> &
  Partial<
    Pick<PayPalPaymentsInstance, 'createPayPalOneTimePaymentSession' | 'createPayPalSavePaymentSession'>
  > &
  Partial<Pick<VenmoPaymentsInstance, 'createVenmoOneTimePaymentSession' | 'createVenmoSavePaymentSession'>>;
