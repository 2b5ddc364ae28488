import type { ReactElement, ReactNode } from 'react';
import { Total, type Price } from './Prices.tsx';
import { sheetTexts } from './sheet-texts.ts';

export interface SheetFormProps {
  /** What the buyer waits for, in words; null while they wait for nothing that needs words. */
  readonly status: string | null;
  /** Whether the buyer waits for something. */
  readonly isBusy: boolean;
  readonly isPaying: boolean;
  readonly canPay: boolean;
  readonly pay: () => void;
  /** What the buyer agrees to pay; null until the merchant has been heard. */
  readonly total: Price | null;
  readonly children: ReactNode;
}

/** The content of every emulated sheet: its fields, which scroll, and below them the total and the button that agrees to it. */
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
      {total ? <Total total={total} /> : null}
      <p className="status" role="status">
        {status}
      </p>
      <button type="submit" className="pay" aria-disabled={!canPay}>
        {isPaying ? sheetTexts.paying : sheetTexts.pay}
      </button>
    </form>
  );
}
