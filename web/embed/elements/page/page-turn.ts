/** Callbacks for leaving the page and for its return from the back/forward cache. */
export interface PageTurn {
  /** Abort pending work silently. */
  readonly left: () => void;
  /** Enable the buttons again (row 4.02). */
  readonly restored: () => void;
}

/** Calls `left` and `restored` until `signal` aborts. */
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
