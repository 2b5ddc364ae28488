import type { IneligibleReason } from '../protocol.ts';
import { isText, members } from '../../../base/read.ts';
import { isListOf } from '../read.ts';

interface AuthEntry {
  readonly jwt: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

function isEntry(value: unknown): value is AuthEntry {
  const { jwt, expiresAt } = members(value);
  return isText(jwt) && Number.isFinite(expiresAt);
}

const isEntries = isListOf(isEntry);

/** A valid JWT, or the reason why there is none (row 4.26). */
export type Authorisation = { readonly jwt: string } | { readonly reason: IneligibleReason };

/** The first entry that has not expired (row 5.10); `now` in milliseconds since 1970. */
export function authorise(auth: unknown, now: number): Authorisation {
  if (!isEntries(auth)) return { reason: 'invalidAuthParams' };
  return auth.find(({ expiresAt }) => expiresAt * 1000 > now) ?? { reason: 'authJwtExpired' };
}
