/** PayPal's types of its SDK, version 6, as far as the emulation implements them. */
import type {
  BaseInstance,
  PayPalOneTimePaymentSessionOptions,
  PayPalPaymentsInstance,
  SavePaymentSessionOptions,
  VenmoPaymentsInstance,
} from '@paypal/paypal-js/sdk-v6';

export type {
  EligiblePaymentMethodsOutput,
  FindEligibleMethodsOptions,
  OneTimePaymentSession,
  SavePaymentSession,
} from '@paypal/paypal-js/sdk-v6';

export type SessionOptions = PayPalOneTimePaymentSessionOptions;
/** A session of either wallet. Their options differ. */
export type SaveSessionOptions = Pick<
  SavePaymentSessionOptions,
  'onApprove' | 'onComplete' | 'onError' | 'vaultSetupToken'
> & { readonly onCancel?: (data: { vaultSetupToken?: string; orderId?: string }) => void };

/** The wallet that pays. */
export type Funding = 'paypal' | 'venmo';

/** An instance with both components. */
export type Instance = Pick<BaseInstance, 'findEligibleMethods' | 'updateLocale'> &
  Partial<
    Pick<PayPalPaymentsInstance, 'createPayPalOneTimePaymentSession' | 'createPayPalSavePaymentSession'>
  > &
  Partial<Pick<VenmoPaymentsInstance, 'createVenmoOneTimePaymentSession' | 'createVenmoSavePaymentSession'>>;
