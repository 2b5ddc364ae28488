import type { ReactElement, ReactNode } from 'react';
import { sheetTexts } from './sheet-texts.ts';

export interface SheetFormProps {
  /** What the buyer waits for, in words; null while they wait for nothing that needs words. */
  readonly status: string | null;
  /** Whether the buyer waits for something. */
  readonly isBusy: boolean;
  readonly isPaying: boolean;
  readonly canPay: boolean;
  readonly pay: () => void;
  readonly children: ReactNode;
}

/** The content of every emulated sheet: its fields, and the button with which the buyer agrees. */
export function SheetForm({ status, isBusy, isPaying, canPay, pay, children }: SheetFormProps): ReactElement {
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
      <p className="status" role="status">
        {status}
      </p>
      <button type="submit" className="pay" aria-disabled={!canPay}>
        {isPaying ? sheetTexts.paying : sheetTexts.pay}
      </button>
    </form>
  );
}
