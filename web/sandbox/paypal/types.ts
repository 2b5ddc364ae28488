/** PayPal's own types of its SDK, version 6, as far as the emulation has the same. */
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
/** Of both kinds of accounts, which differ in what they are told. */
export type SaveSessionOptions = Pick<
  SavePaymentSessionOptions,
  'onApprove' | 'onComplete' | 'onError' | 'vaultSetupToken'
> & { readonly onCancel?: (data: { vaultSetupToken?: string; orderId?: string }) => void };

/** From whose account it is paid. */
export type Funding = 'paypal' | 'venmo';

/** An instance of both components. */
export type Instance = Pick<BaseInstance, 'findEligibleMethods' | 'updateLocale'> &
  Partial<
    Pick<PayPalPaymentsInstance, 'createPayPalOneTimePaymentSession' | 'createPayPalSavePaymentSession'>
  > &
  Partial<Pick<VenmoPaymentsInstance, 'createVenmoOneTimePaymentSession' | 'createVenmoSavePaymentSession'>>;
