import type { ReactElement, ReactNode } from 'react';
import { Foot } from './Foot.tsx';
import type { Price } from './Prices.tsx';
import { sheetTexts } from './sheet-texts.ts';

export interface SheetFormProps {
  /** The text that explains a wait; null if none is needed. */
  readonly status: string | null;
  /** Whether the buyer waits. */
  readonly isBusy: boolean;
  readonly isPaying: boolean;
  readonly canPay: boolean;
  readonly pay: () => void;
  /** The total that the buyer agrees to; null until the merchant has sent one. */
  readonly total: Price | null;
  readonly children: ReactNode;
}

/** The layout of every emulated sheet: fields that scroll, and below them the foot, which does not. */
export function SheetForm({
  status,
  isBusy,
  isPaying,
  canPay,
  pay,
  total,
  children,
}: SheetFormProps): ReactElement {
  return (
    <form
      className="sheet"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        pay();
      }}
    >
      <div className="fields">{children}</div>
      <Foot total={total}>
        <p className="status" role="status">
          {status}
        </p>
        <button type="submit" className="pay" aria-disabled={!canPay}>
          {isPaying ? sheetTexts.paying : sheetTexts.pay}
        </button>
      </Foot>
    </form>
  );
}
