import { styleSheet } from '../../base/style-sheet.ts';
import { trapTab } from './focus.ts';

/** Calls back when the buyer gives up by Escape, and keeps focus and keys within the dialog. */
export function guardDialog(dialog: HTMLDialogElement, cancel: () => void): void {
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    cancel();
  });
  dialog.addEventListener('keydown', (event) => {
    // The page below may have its own shortcuts and focus traps.
    event.stopPropagation();
    if (event.key === 'Tab') trapTab(dialog, event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    cancel();
  });
}

/** Opens a dialog over the page, in an element of this name whose shadow tree keeps the page's styles away. */
export function openDialog(
  tag: string,
  css: string,
  dialog: HTMLDialogElement,
): { readonly shadow: ShadowRoot; readonly close: () => void } {
  const host = document.createElement(tag);
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [styleSheet(css)];
  shadow.append(dialog);
  document.body.append(host);
  dialog.showModal();
  return {
    shadow,
    close: () => {
      dialog.close();
      host.remove();
    },
  };
}
