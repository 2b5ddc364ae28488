import type { ReactNode } from 'react';
import { formatChange, isZero } from '../format/money.ts';

/** What rounding to whole coins adds to a sum or takes off it; nothing if it changes nothing. */
export function RoundingRow({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency: string;
}): ReactNode {
  if (isZero(amount)) return null;
  return (
    <div className="co-totals__row">
      <dt>Zaokrouhlení</dt>
      <dd>{formatChange(amount, currency)}</dd>
    </div>
  );
}
