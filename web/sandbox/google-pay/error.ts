/** The `statusCode` of a `PaymentsError`. */
export type StatusCode = google.payments.api.PaymentsErrorStatusCode | 'CANCELED';

/** The error that the SDK rejects with. */
export class PaymentsError extends Error implements google.payments.api.PaymentsError {
  readonly statusCode: StatusCode;
  readonly statusMessage: string;

  constructor(statusCode: StatusCode, statusMessage: string) {
    super(statusMessage);
    this.name = 'PaymentsError';
    this.statusCode = statusCode;
    this.statusMessage = statusMessage;
  }
}

/** The error for a mistake of the calling page. */
export const developerError = (message: string): PaymentsError =>
  new PaymentsError('DEVELOPER_ERROR', message);
