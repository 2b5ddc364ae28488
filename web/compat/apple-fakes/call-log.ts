/** The page's calls to its session, in order, and the totals that it passed. */
export interface CallLog {
  readonly calls: string[];
  readonly totals: string[];
}

/** The test's function that receives the log after every entry, because the log does not outlive the page. */
export const KEEP_LOG = 'keepAppleCallLog';
