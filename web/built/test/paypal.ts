import { vi } from 'vitest';

/** What the adapter gives a session for one payment. */
interface SessionOptions {
  readonly onApprove: (approval: { readonly orderId: string }) => Promise<void>;
  readonly onCancel: () => void;
  readonly onError: (error: unknown) => void;
}

/** A window of PayPal's, as the page's side of it: the test is the buyer. */
export interface PaypalWindow {
  readonly options: SessionOptions;
  /** What it is to show. */
  readonly order: Promise<{ readonly orderId: string }>;
}

/** Puts PayPal's global in place, under our name, and answers with the windows that are opened. */
export function fakePaypal(): readonly PaypalWindow[] {
  const windows: PaypalWindow[] = [];
  const session = (options: SessionOptions) => ({
    // The window waits for its order, and tells the page where there is none.
    start: async (_how: unknown, order: PaypalWindow['order']): Promise<void> => {
      windows.push({ options, order });
      await order;
    },
    destroy: () => undefined,
  });
  vi.stubGlobal('acceleratedCheckoutPayPal', {
    createInstance: () =>
      Promise.resolve({
        findEligibleMethods: () => Promise.resolve({ isEligible: () => true }),
        createPayPalOneTimePaymentSession: session,
        createVenmoOneTimePaymentSession: session,
      }),
  });
  return windows;
}
