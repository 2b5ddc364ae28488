import type { ReactNode } from 'react';
import { formatChange, isZero } from '../format/money.ts';

/** An amount that a summary adds to a sum or takes off it; nothing if it changes nothing. */
export function ChangeRow({
  label,
  amount,
  currency,
}: {
  readonly label: string;
  /** Negative if it is taken off. */
  readonly amount: string;
  readonly currency: string;
}): ReactNode {
  if (isZero(amount)) return null;
  return (
    <div className="co-totals__row">
      <dt>{label}</dt>
      <dd>{formatChange(amount, currency)}</dd>
    </div>
  );
}
