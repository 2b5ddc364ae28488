import { cartClientFailure } from '../../cart/error.ts';

/** The server has no room for the call now. */
export function isThrottled(error: unknown): boolean {
  const failure = cartClientFailure(error);
  return failure?.kind === 'status' && failure.status === 429;
}

/** The server knows no such language, or no such country. */
export function isOutOfContext(error: unknown): boolean {
  const failure = cartClientFailure(error);
  return (
    failure?.kind === 'graphql' &&
    failure.graphQLErrors.some(({ message }) => /(Country|Language)Code/.test(message))
  );
}
