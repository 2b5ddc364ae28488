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

/** The kind of account that pays. */
export type Funding = 'paypal' | 'venmo';

/** An instance with the component of one kind of account. */
export type Instance = BaseInstance & Partial<PayPalPaymentsInstance & VenmoPaymentsInstance>;

/** The callbacks of every kind of window. */
export interface SessionEvents {
  readonly onCancel: () => void;
  readonly onError: (error: unknown) => void;
}

/** The options of a session for one payment. */
export interface SessionOptions extends SessionEvents {
  readonly onApprove: (approval: Approval) => Promise<void>;
}

/** The options of a session for a stored account. */
export interface SavingOptions extends SessionEvents {
  readonly onApprove: (approval: { readonly vaultSetupToken: string }) => Promise<void>;
}
