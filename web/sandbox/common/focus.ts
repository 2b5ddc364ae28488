/** Where Tab stops; in a radio group at the chosen one. */
const STOPS = 'select,button,input:checked,input[type=text]';

/** Moves the focus to the first control, without scrolling. */
export function focusFirst(place: HTMLElement): void {
  place.querySelector<HTMLElement>(STOPS)?.focus({ preventScroll: true });
}

/** Moves the focus round the dialog's own controls; the browser's own trap would let it out into the browser's bars. */
export function trapTab(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>(STOPS)];
  const root = dialog.getRootNode();
  const focused = root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
  const current = stops.findIndex((stop) => stop === focused);
  // From elsewhere, such as the title, backwards leads to the last one.
  const next = event.shiftKey ? Math.max(current, 0) - 1 : current + 1;
  event.preventDefault();
  stops.at(next < stops.length ? next : 0)?.focus();
}
