import type { Session } from './session.ts';
import type { Sending } from './use-sending.ts';

/** What a buyer changes who came back from the shop's page. */
export type ChangeAction = 'changeAddress' | 'changePayment';

/** The props of every form of the pages. */
export interface PageProps {
  readonly session: Session;
  readonly sending: Sending;
  /** Shows a newer state of the session. */
  readonly show: (session: Session) => void;
  /** Leaves for the shop's page that work resolves to. */
  readonly leave: (work: () => Promise<string>) => void;
  readonly cancel: () => void;
}
