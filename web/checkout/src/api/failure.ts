/** Why the server could not be asked. An abort by the caller is not a failure and is rethrown as it came. */
export type FailureKind =
  /** The request never got an answer. */
  | 'network'
  /** No answer within the deadline. */
  | 'timeout'
  /** The server is overloaded and kept saying so. */
  | 'busy'
  /** The server failed or refused. */
  | 'server'
  /** The answer is not what the schema promises. */
  | 'malformed';

export class ApiFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ApiFailure';
    this.kind = kind;
  }
}

/** Whether asking again, unchanged, may help. */
export function isRetriable(failure: unknown): boolean {
  return (
    failure instanceof ApiFailure &&
    (failure.kind === 'network' || failure.kind === 'busy' || failure.kind === 'timeout')
  );
}
