/** What a call failed of. */
export type ErrorCode =
  /** An argument of the page's is wrong. */
  | 'INVALID_REQUEST'
  /** The call is right, but not now. */
  | 'INVALID_STATE'
  /** There is no user gesture. */
  | 'NOT_ALLOWED'
  /** The buyer closed the sheet. */
  | 'CANCELLED'
  /** The server seals no container for this merchant. */
  | 'CONTAINER_REFUSED';

/** The error that the script throws and rejects with. */
export class PaymentError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'PaymentError';
  }
}

/** The error for a wrong argument. */
export const invalidRequest = (message: string): PaymentError => new PaymentError('INVALID_REQUEST', message);
