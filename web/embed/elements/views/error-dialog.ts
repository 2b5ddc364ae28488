import { css as dialogStyles } from 'virtual:styles/dialog';
import { views } from 'virtual:views/dialog';
import { LOCALE } from '../../constants.ts';
import { openModal } from '../../dom/modal.ts';
import { buildNode } from '../../dom/tree.ts';
import type { DialogText } from '../../i18n/cs.ts';
import { styleSheet } from '../../dom/style-sheet.ts';

/** Never defined: a name with a hyphen may carry a shadow root, and a `div` would be hidden by themes as `:empty`. */
const HOST_TAG = 'accelerated-checkout-dialog';

let closeCurrent: (() => void) | null = null;

/**
 * Shows the error dialog: the prerendered markup of the React component, which the entry carries, so that it needs no
 * further download and works when the server is down. A dialog that is still open gives way. Answers with the dialog.
 */
export function showDialog(
  { title, text }: DialogText,
  returnFocus: () => HTMLElement | null,
): HTMLDialogElement {
  closeCurrent?.();
  const host = document.createElement(HOST_TAG);
  host.lang = LOCALE;
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styleSheet(dialogStyles)];
  const dialog = buildNode(views['dialog'] ?? '') as HTMLDialogElement;
  root.append(dialog);
  for (const [id, value] of [
    ['title', title],
    ['text', text],
  ] as const) {
    const slot = root.getElementById(id);
    if (slot) slot.textContent = value;
  }
  document.body.append(host);
  const remove = (): void => {
    host.remove();
    closeCurrent = null;
  };
  const close = openModal(dialog, { onClose: remove, returnFocus });
  closeCurrent = () => {
    close();
    remove();
  };
  return dialog;
}
