import { vi } from 'vitest';

/** The callbacks and options that the adapter passes to a session. */
interface SessionOptions {
  readonly onApprove: (approval: { readonly orderId: string }) => Promise<void>;
  readonly onCancel: () => void;
  readonly onError: (error: unknown) => void;
}

/** PayPal's window, seen from the page. The test acts as the buyer. */
export interface PaypalWindow {
  readonly options: SessionOptions;
  /** The promise of what the window shows. */
  readonly order: Promise<{ readonly orderId: string }>;
}

/** Defines PayPal's global under our name. Returns the windows that are opened. */
export function fakePaypal(): readonly PaypalWindow[] {
  const windows: PaypalWindow[] = [];
  const session = (options: SessionOptions) => ({
    // The window waits for its order, and reports an error to the page if there is none.
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
