/** PayPal's own types of its SDK, version 6, as far as they are used here. Types only. */
import type {
  BaseInstance,
  OnApproveDataOneTimePayments,
  PayPalPaymentsInstance,
  PayPalV6Namespace,
  VenmoPaymentsInstance,
} from '@paypal/paypal-js/sdk-v6';

export type Sdk = PayPalV6Namespace;
export type Approval = OnApproveDataOneTimePayments;

/** From whose account it is paid. */
export type Funding = 'paypal' | 'venmo';

/** An instance with the component of one kind of account. */
export type Instance = BaseInstance & Partial<PayPalPaymentsInstance & VenmoPaymentsInstance>;

/** What a page hears of a window, whatever it shows. */
export interface SessionEvents {
  readonly onCancel: () => void;
  readonly onError: (error: unknown) => void;
}

/** What a session for one payment is made with. */
export interface SessionOptions extends SessionEvents {
  readonly onApprove: (approval: Approval) => Promise<void>;
}

/** What a session for an account that is kept is made with. */
export interface SavingOptions extends SessionEvents {
  readonly onApprove: (approval: { readonly vaultSetupToken: string }) => Promise<void>;
}
