import type { ReactElement } from 'react';
import { Foot } from '../../common/Foot.tsx';
import type { Price } from '../../common/Prices.tsx';
import { texts } from './texts.ts';
import type { Sending } from './use-sending.ts';

export interface ActionsProps {
  readonly sending: Sending;
  /** The text of the form's submit button. */
  readonly label: string;
  readonly isPossible?: boolean;
  /** What the buyer pays; nothing by default. */
  readonly total?: Price | null;
  readonly cancel: () => void;
  /** The text of the button that calls it. */
  readonly cancelLabel?: string;
}

/** The foot of a form: the total, the message of a failure, the submit button, and the way back to the shop. */
export function Actions({
  sending,
  label,
  isPossible = true,
  total = null,
  cancel,
  cancelLabel = texts.cancel,
}: ActionsProps): ReactElement {
  return (
    <Foot total={total}>
      <p className="error" role="alert">
        {sending.hasFailed ? texts.failed : ''}
      </p>
      <button type="submit" className="pay" aria-disabled={sending.isSending || !isPossible}>
        {sending.isSending ? texts.sending : label}
      </button>
      <button type="button" onClick={cancel}>
        {cancelLabel}
      </button>
    </Foot>
  );
}
