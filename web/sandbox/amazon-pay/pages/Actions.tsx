import type { ReactElement } from 'react';
import { texts } from './texts.ts';
import type { Sending } from './use-sending.ts';

export interface ActionsProps {
  readonly sending: Sending;
  /** The text of the form's submit button. */
  readonly label: string;
  readonly isPossible?: boolean;
  readonly cancel: () => void;
  /** The text of the button that calls it. */
  readonly cancelLabel?: string;
}

/** The form's submit button, the way back to the shop, and the message of a failure. */
export function Actions({
  sending,
  label,
  isPossible = true,
  cancel,
  cancelLabel = texts.cancel,
}: ActionsProps): ReactElement {
  return (
    <>
      <p className="error" role="alert">
        {sending.hasFailed ? texts.failed : ''}
      </p>
      <div className="actions">
        <button type="submit" className="pay" aria-disabled={sending.isSending || !isPossible}>
          {sending.isSending ? texts.sending : label}
        </button>
        <button type="button" onClick={cancel}>
          {cancelLabel}
        </button>
      </div>
    </>
  );
}
