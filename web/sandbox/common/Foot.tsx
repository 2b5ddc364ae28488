import type { ReactElement, ReactNode } from 'react';
import { Total, type Price } from './Prices.tsx';

export interface FootProps {
  /** What the buyer pays; null if that is not known. */
  readonly total: Price | null;
  readonly children: ReactNode;
}

/** The end of a sheet or page, which stays in view: the total, and the buttons. */
export function Foot({ total, children }: FootProps): ReactElement {
  return (
    <div className="foot">
      <div className="sum">{total ? <Total total={total} /> : null}</div>
      {children}
    </div>
  );
}
