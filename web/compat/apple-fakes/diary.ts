/** What the page did with its session, in its order, and the totals that it showed. */
export interface Diary {
  readonly calls: string[];
  readonly totals: string[];
}

/** The function of the test's to which the diary is handed with every entry: it outlives the page. */
export const KEEP = 'keepAppleDiary';
