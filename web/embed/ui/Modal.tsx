import type { ReactElement } from 'react';
import { CLOSE, CLOSE_ICON } from '../i18n/cs.ts';

export interface ModalProps {
  readonly title: string;
  readonly text: string;
  /** Whether there is a 'Zavřít' button besides the close icon. */
  readonly button: boolean;
}

/**
 * The modal dialog's markup. Its IDs are unique, because each dialog has its own shadow root. `openModal` adds the behaviour.
 */
export function Modal({ title, text, button }: ModalProps): ReactElement {
  return (
    <dialog className="modal" role="dialog" aria-labelledby="title" aria-describedby="text">
      <div className="head">
        <h2 id="title">{title}</h2>
        <button type="button" className="icon" aria-label={CLOSE_ICON} data-close="">
          <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
            <path d="M1 1l12 12M13 1L1 13" />
          </svg>
        </button>
      </div>
      <div id="text" className="content">
        {text}
      </div>
      {button && (
        <button type="button" className="action" data-close="">
          {CLOSE}
        </button>
      )}
    </dialog>
  );
}
