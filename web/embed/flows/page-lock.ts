/**
 * Allows at most one purchase on a page across all elements. Requests carry the lock, so that each test can use a separate
 * one.
 */
export interface PageLock {
  /** Takes the lock; null if another purchase holds it. Returns a function that releases it, once. */
  readonly tryAcquire: () => (() => void) | null;
}

/** Creates a free lock. */
export function createPageLock(): PageLock {
  let holder: symbol | null = null;
  return {
    tryAcquire: () => {
      if (holder !== null) return null;
      const mine = (holder = Symbol());
      return () => {
        if (holder === mine) holder = null;
      };
    },
  };
}
