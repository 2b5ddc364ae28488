import { isObject } from '../../../base/read.ts';
import { createSession, fetchSession, type Session } from './session.ts';

/** What the page's address says. */
export interface PageAddress {
  /** The settings of a button that was pressed; anything else if none was. */
  readonly settings: unknown;
  /** The session, if it exists already. */
  readonly id: string | null;
  /** Replaces the query of the page's address. */
  readonly replaceAddress: (query: string) => void;
}

/**
 * Creates the function that loads the page's session. A press makes one session, also if the page is loaded again:
 * the address then names the session.
 */
export function loadSession({ settings, id, replaceAddress }: PageAddress): () => Promise<Session> {
  const identify = async (): Promise<string> => {
    if (id !== null) return id;
    if (!isObject(settings)) throw new Error('The address names no session');
    const made = await createSession(settings);
    replaceAddress(new URLSearchParams({ amazonCheckoutSessionId: made }).toString());
    return made;
  };
  let loading: Promise<Session> | null = null;
  return () => (loading ??= identify().then(fetchSession));
}
