import { css as dialogStyles } from 'virtual:styles/dialog';
import { views } from 'virtual:views/dialog';
import { LOCALE } from '../../constants.ts';
import { openModal } from '../../dom/modal.ts';
import { buildNode } from '../../dom/tree.ts';
import type { DialogText } from '../../i18n/cs.ts';
import { styleSheet } from '../../../base/style-sheet.ts';

/** Not a registered element: any name with a hyphen may have a shadow root, and themes hide an empty `div` with `:empty`. */
const HOST_TAG = 'accelerated-checkout-dialog';

let closeCurrent: (() => void) | null = null;

/**
 * Shows the error dialog and returns it; an open one is closed first. The markup is prerendered and bundled, so showing
 * it needs no request and works when the server is down.
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
