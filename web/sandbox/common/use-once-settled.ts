import { useState } from 'react';

/**
 * Whether the merchant has answered at least once. Delivery and price are rendered only then: rendered earlier, they would
 * move when the merchant's lines arrive.
 */
export function useOnceSettled(isBusy: boolean): boolean {
  const [hasSettled, setHasSettled] = useState(!isBusy);
  if (!isBusy && !hasSettled) setHasSettled(true);
  return hasSettled || !isBusy;
}
