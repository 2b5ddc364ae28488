/** Milliseconds until a time set by the server, clamped to sensible bounds. */
export function untilMoment(iso: string, now: number): number {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return DEFAULT_WAIT;
  return Math.min(Math.max(moment - now, SHORTEST_WAIT), LONGEST_WAIT);
}

const DEFAULT_WAIT = 1_000;
const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 15_000;
