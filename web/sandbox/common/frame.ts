import { element } from './element.ts';
import { focusFirst } from './focus.ts';
import { guardDialog, openDialog } from './modal.ts';
import type { WalletId } from './palettes.ts';
import { sheetStyles } from './sheet-styles.ts';
import { sheetTexts } from './sheet-texts.ts';

export interface FrameOptions {
  /** The wallet whose colours the sheet has. */
  readonly wallet: WalletId;
  /** The wallet's name. */
  readonly title: string;
  /** Called when the buyer dismisses the sheet. */
  readonly cancel: () => void;
}

/** A modal dialog with the wallet's name and a button that closes it, still without content. */
export interface Frame {
  /** The container of the content, which replaces the message. */
  readonly content: HTMLElement;
  /** Shows a message instead of the content. */
  readonly say: (message: string) => void;
  /** Moves the focus into the content, unless the buyer has already moved it. */
  readonly focusContent: () => void;
  /** Closes the dialog. The browser returns the focus to the element that had it before. */
  readonly close: () => void;
}

const TITLE_ID = 'title';
const TRIAL_ID = 'trial';

/** The title has the focus until the content is ready, so that screen readers read it. */
const titleOf = (text: string): HTMLHeadingElement =>
  element('h1', { id: TITLE_ID, textContent: text, tabIndex: -1, autofocus: true });

/** A live region, so that screen readers announce later messages. */
function messageOf(text: string): HTMLElement {
  const message = element('p', { textContent: text });
  message.setAttribute('role', 'status');
  return message;
}

function dialogOf(title: HTMLElement, content: HTMLElement, cancel: () => void): HTMLDialogElement {
  const trial = element('p', { id: TRIAL_ID, className: 'strip', textContent: sheetTexts.trial });
  const button = element('button', { type: 'button', textContent: sheetTexts.cancel });
  const dialog = element('dialog', { lang: 'cs' }, [
    trial,
    element('div', { className: 'band' }, [title, button]),
    content,
  ]);
  dialog.setAttribute('aria-labelledby', TITLE_ID);
  dialog.setAttribute('aria-describedby', TRIAL_ID);
  button.addEventListener('click', cancel);
  guardDialog(dialog, cancel);
  return dialog;
}

/**
 * Opens a sheet's frame in the calling task. The frame is plain DOM, so that the next paint shows it, before the content,
 * which React renders, is loaded.
 */
export function openFrame({ wallet, title: text, cancel }: FrameOptions): Frame {
  const title = titleOf(text);
  const message = messageOf(sheetTexts.opening);
  const content = element('div', { className: 'content' }, [message]);
  const dialog = dialogOf(title, content, cancel);
  const { shadow, close } = openDialog(`${wallet}-sandbox-sheet`, sheetStyles(wallet), dialog);
  return {
    content,
    say: (text) => {
      message.textContent = text;
    },
    focusContent: () => {
      if (shadow.activeElement === title) focusFirst(content);
    },
    close,
  };
}
