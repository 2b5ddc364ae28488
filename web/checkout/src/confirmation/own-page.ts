import type { CheckoutData } from '../bootstrap/data.ts';
import type { AttemptMemory } from '../flow/attempt-memory.ts';

/** The parameter of the checkout's address that names the attempt of the client that submitted the cart. */
const ATTEMPT = 'attempt';

/**
 * The address that leads to the order's own page, in the tab that submitted the cart; null in any other. `here`: the
 * present address. If it names an attempt already, the server did not accept it.
 */
export function ownPage(
  { checkoutUrl }: Pick<CheckoutData, 'checkoutUrl'>,
  attempts: Pick<AttemptMemory, 'pending' | 'settled'>,
  here: string,
): string | null {
  const id = attempts.pending()?.attemptId ?? null;
  if (id === null) return null;
  if (new URL(here).searchParams.has(ATTEMPT)) {
    attempts.settled();
    return null;
  }
  const url = new URL(checkoutUrl);
  url.searchParams.set(ATTEMPT, id);
  return url.href;
}
