import { useId, useRef, type ReactElement, type ReactNode } from 'react';
import { trapTab } from './focus.ts';
import { sheetTexts } from './sheet-texts.ts';
import { useModal } from './use-modal.ts';

export interface SheetFrameProps {
  readonly title: string;
  /** Whether the buyer waits for something. */
  readonly isBusy: boolean;
  readonly isPaying: boolean;
  readonly canPay: boolean;
  readonly pay: () => void;
  readonly cancel: () => void;
  readonly children: ReactNode;
}

/** What every emulated sheet is: a modal dialog in which the buyer agrees, or from which the buyer goes. */
export function SheetFrame(props: SheetFrameProps): ReactElement {
  const { title, isBusy, isPaying, canPay, pay, cancel, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useModal(dialog);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      lang="cs"
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
      onKeyDown={(event) => {
        // The page below has shortcuts and focus traps of its own.
        event.stopPropagation();
        if (event.key === 'Tab') trapTab(event.currentTarget, event.nativeEvent);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        cancel();
      }}
    >
      <form
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          pay();
        }}
      >
        <div className="head">
          <h1 id={heading}>{title}</h1>
          <p>{sheetTexts.explanation}</p>
        </div>
        {children}
        <div className="actions">
          <button type="submit" className="pay" aria-disabled={!canPay}>
            {isPaying ? sheetTexts.paying : sheetTexts.pay}
          </button>
          <button type="button" onClick={cancel}>
            {sheetTexts.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
