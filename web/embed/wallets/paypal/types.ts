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

/** What is used of a session, whatever account it is for. */
export interface Session {
  readonly start: (
    presentation: { readonly presentationMode: 'popup' },
    order: Promise<{ orderId: string }>,
  ) => Promise<unknown>;
  readonly destroy: () => void;
}

/** What a session is made with. */
export interface SessionOptions {
  readonly onApprove: (approval: Approval) => Promise<void>;
  readonly onCancel: () => void;
  readonly onError: (error: unknown) => void;
}
