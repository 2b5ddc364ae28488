/**
 * At most one purchase is alive on a page, whichever of its elements was pressed. Requests carry the lock, so that a test
 * can have one of its own.
 */
export interface PageLock {
  /** Takes the lock; null where a purchase is alive already. The answer gives it back, once. */
  readonly tryAcquire: () => (() => void) | null;
}

/** Makes a lock that is free. */
export function createPageLock(): PageLock {
  let holder: symbol | null = null;
  return {
    tryAcquire: () => {
      if (holder !== null) return null;
      const mine = (holder = Symbol('purchase'));
      return () => {
        if (holder === mine) holder = null;
      };
    },
  };
}
