import { cartClientFailure } from '../../cart/error.ts';

/** Whether the server throttled the call. */
export function isThrottled(error: unknown): boolean {
  const failure = cartClientFailure(error);
  return failure?.kind === 'status' && failure.status === 429;
}

/** Whether the server does not know the language or the country. */
export function isOutOfContext(error: unknown): boolean {
  const failure = cartClientFailure(error);
  return (
    failure?.kind === 'graphql' &&
    failure.graphQLErrors.some(({ message }) => /(Country|Language)Code/.test(message))
  );
}
