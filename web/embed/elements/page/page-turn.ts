/** What an element does when the shopper leaves the page, and when the page comes back as it was. */
export interface PageTurn {
  /** What was under way ends without a word. */
  readonly left: () => void;
  /** From the back/forward cache: the buttons work again (row 4.02). */
  readonly restored: () => void;
}

/** Listens to the shopper leaving and coming back. */
export function onPageTurn({ left, restored }: PageTurn, signal: AbortSignal): void {
  window.addEventListener('pagehide', left, { signal });
  window.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) restored();
    },
    { signal },
  );
}
