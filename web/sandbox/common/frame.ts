import { focusFirst, trapTab } from './focus.ts';
import { sheetStyles } from './sheet-styles.ts';
import { sheetTexts } from './sheet-texts.ts';

export interface FrameOptions {
  /** Tag name of the element that hosts the sheet. */
  readonly tag: string;
  readonly title: string;
  /** Called when the buyer leaves. */
  readonly cancel: () => void;
}

/** A modal dialog with a title and a way out, which has no content yet. */
export interface Frame {
  /** Where the content goes, in the place of the message. */
  readonly content: HTMLElement;
  /** Says something in the place of the content. */
  readonly say: (message: string) => void;
  /** Moves the focus into the content, unless the buyer has moved it already. */
  readonly focusContent: () => void;
  /** Closes the dialog; the browser returns the focus to the element that had it before. */
  readonly close: () => void;
}

const TITLE_ID = 'title';

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  children: readonly Node[] = [],
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** It has the focus until there is content, so that screen readers read it. */
const titleOf = (text: string): HTMLHeadingElement =>
  element('h1', { id: TITLE_ID, textContent: text, tabIndex: -1, autofocus: true });

/** A live region, in which a later message is noticed. */
function messageOf(text: string): HTMLElement {
  const message = element('p', { textContent: text });
  message.setAttribute('role', 'status');
  return message;
}

function dialogOf(title: HTMLElement, content: HTMLElement, cancel: () => void): HTMLDialogElement {
  const explanation = element('p', { textContent: sheetTexts.explanation });
  const button = element('button', { type: 'button', textContent: sheetTexts.cancel });
  const dialog = element('dialog', { lang: 'cs' }, [
    element('div', { className: 'head' }, [title, explanation]),
    content,
    button,
  ]);
  dialog.setAttribute('aria-labelledby', TITLE_ID);
  button.addEventListener('click', cancel);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    cancel();
  });
  dialog.addEventListener('keydown', (event) => {
    // The page below has shortcuts and focus traps of its own.
    event.stopPropagation();
    if (event.key === 'Tab') trapTab(dialog, event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    cancel();
  });
  return dialog;
}

/**
 * Opens a sheet's frame in the calling task. It is plain DOM, so that a press is answered by the next paint, before the
 * content, which React renders, has been loaded.
 */
export function openFrame({ tag, title: text, cancel }: FrameOptions): Frame {
  const host = document.createElement(tag);
  const shadow = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(sheetStyles);
  shadow.adoptedStyleSheets = [styles];
  const title = titleOf(text);
  const message = messageOf(sheetTexts.opening);
  const content = element('div', { className: 'content' }, [message]);
  const dialog = dialogOf(title, content, cancel);
  shadow.append(dialog);
  document.body.append(host);
  dialog.showModal();
  return {
    content,
    say: (text) => {
      message.textContent = text;
    },
    focusContent: () => {
      if (shadow.activeElement === title) focusFirst(content);
    },
    close: () => {
      dialog.close();
      host.remove();
    },
  };
}
