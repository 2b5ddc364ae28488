/**
 * Tells the authenticator what the shop knows, where the browser can (Chrome 132, Safari 26): so that it offers no passkey that the
 * shop does not accept. Nothing depends on it.
 */
import { isObject } from '../../../base/read.ts';

type Signal = (details: Readonly<Record<string, unknown>>) => Promise<unknown>;

function signal(name: string, details: Readonly<Record<string, unknown>>): void {
  const kind: unknown = 'PublicKeyCredential' in globalThis ? globalThis.PublicKeyCredential : null;
  if (typeof kind !== 'function' && !isObject(kind)) return;
  const tell: unknown = Reflect.get(kind, name);
  if (typeof tell !== 'function') return;
  // The names of these functions are the standard's, and so are their types.
  (tell as Signal).call(kind, details).catch(() => undefined);
}

/** The shop has no such passkey. */
export const signalUnknown = (rpId: string, credentialId: string): void => {
  signal('signalUnknownCredential', { rpId, credentialId });
};

/** These are all passkeys of an account. */
export const signalAccepted = (
  rpId: string,
  userId: string,
  allAcceptedCredentialIds: readonly string[],
): void => {
  signal('signalAllAcceptedCredentials', { rpId, userId, allAcceptedCredentialIds });
};
