import type { OnErrorData } from '@paypal/paypal-js/sdk-v6';

/** The code if the browser blocks the window. */
export const POPUP_BLOCKED = 'ERR_DEV_UNABLE_TO_OPEN_POPUP';

/** The error that the SDK rejects with and passes to `onError`. */
export class SdkError extends Error implements OnErrorData {
  /** `isRecoverable`: another presentation mode may work. */
  constructor(
    readonly code: string,
    message: string,
    readonly isRecoverable = false,
  ) {
    super(message);
    this.name = 'PayPalError';
  }
}

/** The error for a mistake of the calling page. */
export const developerError = (message: string): SdkError => new SdkError('ERR_DEV_INVALID_CALL', message);
