/** Options of an open modal. */
export interface ModalOptions {
  readonly onClose?: () => void;
  /** Finds the element that gets the focus back. Defaults to the one that had it when the modal opened. */
  readonly returnFocus?: () => Element | null;
}

/** Locks the page's scrolling without moving it: the scrollbar's width stays reserved. Returns the unlock. */
function lockScrolling(): () => void {
  const root = document.documentElement;
  const { overflow, paddingInlineEnd } = root.style;
  const scrollbar = window.innerWidth - root.clientWidth;
  root.style.overflow = 'hidden';
  if (scrollbar > 0) root.style.paddingInlineEnd = `${scrollbar}px`;
  return () => {
    root.style.overflow = overflow;
    root.style.paddingInlineEnd = paddingInlineEnd;
  };
}

/** The element that really has the focus, also inside shadow roots. */
function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** Moves the focus round the dialog's own controls; the browser's own trap would let it out into the browser's bars. */
function trapTab(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>('button,[tabindex="0"]')];
  const current = stops.indexOf(focused() as HTMLElement);
  const next = event.shiftKey ? current - 1 : current + 1;
  event.preventDefault();
  stops.at(next < stops.length ? next : 0)?.focus();
}

/**
 * Opens a dialog element as a modal: top layer, focus trapped, page scrolling locked. Closes on Escape, on a click
 * outside, and on any `[data-close]` inside; then the focus returns. Returns a function that closes it without calling
 * `onClose`.
 */
export function openModal(
  dialog: HTMLDialogElement,
  { onClose, returnFocus }: ModalOptions = {},
): () => void {
  const before = focused();
  const listening = new AbortController();
  const { signal } = listening;
  const unlock = lockScrolling();

  const close = (): void => {
    if (signal.aborted) return;
    listening.abort();
    unlock();
    dialog.close();
    const target = returnFocus ? returnFocus() : before;
    if (target instanceof HTMLElement && target.isConnected) target.focus();
  };
  const dismiss = (): void => {
    if (signal.aborted) return;
    close();
    onClose?.();
  };

  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ): void => {
    dialog.addEventListener(type, listener, { signal });
  };
  // A press that began inside and ends outside is a text selection, not a click outside.
  let pressedOutside = false;
  on('pointerdown', (event) => {
    pressedOutside = event.target === dialog && isOutside(dialog, event);
  });
  on('click', (event) => {
    const onBackdrop = event.target === dialog && pressedOutside && isOutside(dialog, event);
    if (onBackdrop || (event.target as Element).closest('[data-close]')) dismiss();
  });
  on('keydown', (event) => {
    // Themes trap Tab at the document for their own drawers.
    event.stopPropagation();
    if (event.key === 'Tab') trapTab(dialog, event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    dismiss();
  });
  on('focusin', (event) => {
    event.stopPropagation();
  });
  // Escape by other means (a screen reader's gesture, Android's back button).
  on('cancel', (event) => {
    event.preventDefault();
    dismiss();
  });

  dialog.showModal();
  const content = dialog.querySelector<HTMLElement>('.content');
  if (content && content.scrollHeight > content.clientHeight) content.tabIndex = 0;
  const first =
    dialog.querySelector<HTMLElement>('.action') ?? dialog.querySelector<HTMLElement>('[data-close]');
  first?.focus();
  return close;
}

/** Whether a pointer is outside the dialog's box: a click on its padding has the dialog as target, too. */
function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
