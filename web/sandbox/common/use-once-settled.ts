import { useState } from 'react';

/**
 * Whether the merchant has been heard at least once. What it decides (delivery, price) is drawn only then: drawn before,
 * it would move when the merchant's lines come.
 */
export function useOnceSettled(isBusy: boolean): boolean {
  const [hasSettled, setHasSettled] = useState(!isBusy);
  if (!isBusy && !hasSettled) setHasSettled(true);
  return hasSettled || !isBusy;
}
