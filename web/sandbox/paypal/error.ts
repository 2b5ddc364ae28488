import type { OnErrorData } from '@paypal/paypal-js/sdk-v6';

/** The browser let no window open. */
export const POPUP_BLOCKED = 'ERR_DEV_UNABLE_TO_OPEN_POPUP';

/** What the SDK rejects with, and hands to `onError`. */
export class SdkError extends Error implements OnErrorData {
  /** `isRecoverable`: another way of presenting it may work. */
  constructor(
    readonly code: string,
    message: string,
    readonly isRecoverable = false,
  ) {
    super(message);
    this.name = 'PayPalError';
  }
}

/** The calling page is wrong. */
export const developerError = (message: string): SdkError => new SdkError('ERR_DEV_INVALID_CALL', message);
