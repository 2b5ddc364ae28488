/** The Tab stops; in a radio group only the checked one. */
const STOPS = 'button,input:checked,input[type=text]';

/** Moves the focus to the first control, without scrolling. */
export function focusFirst(place: HTMLElement): void {
  place.querySelector<HTMLElement>(STOPS)?.focus({ preventScroll: true });
}

/** Keeps Tab within the dialog's controls. The browser's own trap lets the focus out into the browser's toolbars. */
export function trapTab(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>(STOPS)];
  const root = dialog.getRootNode();
  const focused = root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  const current = stops.findIndex((stop) => stop === focused);
  // From any other element, such as the title, Shift+Tab goes to the last control.
  const next = event.shiftKey ? Math.max(current, 0) - 1 : current + 1;
  event.preventDefault();
  stops.at(next < stops.length ? next : 0)?.focus();
}
