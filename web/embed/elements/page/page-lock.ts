import { createPageLock } from '../../flows/page-lock.ts';

/** The page's one lock: at most one purchase is alive, whichever chunk runs it. */
export const PAGE_LOCK = createPageLock();
