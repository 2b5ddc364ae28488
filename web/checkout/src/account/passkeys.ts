/** Passkeys of the shop's wallet: signing in and creating one. Failures are a `PasskeyFailure`, or the reason of the caller's abort. */
import { withDeadline } from '../../../base/deadline.ts';
import { isText, members } from '../../../base/read.ts';
import { toBase64Url } from './bytes.ts';
import { browserFailure, isPasskeyFailure, passkeyFailure } from './passkey-failure.ts';
import { creationOptions, readCreation, readRequest, requestOptions } from './passkey-options.ts';
import { post } from './passkey-requests.ts';
import { signalAccepted, signalUnknown } from './passkey-signals.ts';

export { isPasskeyFailure, type PasskeyFailure, type PasskeyFault } from './passkey-failure.ts';

const OPTIONS = '/account/passkey/options';

/** How much sooner than the server a ceremony ends here, so that no answer comes too late. */
const MARGIN_MS = 30_000;

export interface SignInOptions {
  readonly signal: AbortSignal;
  /** Waits until the buyer picks a passkey in a field whose `autocomplete` ends in `webauthn`. */
  readonly conditional: boolean;
}

/** A passkey that the account has got. */
export interface NewPasskey {
  readonly id: string;
  /** What its owner recognises it by. */
  readonly label: string;
}

/** Whether this browser has passkeys, and can hand out their keys. */
export const isSupported = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  'credentials' in navigator &&
  'getPublicKey' in AuthenticatorAttestationResponse.prototype;

/** Whether it offers passkeys in a field. */
export async function isOfferedInFields(): Promise<boolean> {
  if (!isSupported() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false);
}

/** Signs in. The browser has the session's cookie afterwards. */
export async function signIn({ signal, conditional }: SignInOptions): Promise<void> {
  if (!isSupported()) throw passkeyFailure('unsupported');
  while (!(await isSignedIn(signal, conditional))) await visible(signal);
}

/** One ceremony. False: nobody picked a passkey in the field while its challenge was good. */
async function isSignedIn(signal: AbortSignal, conditional: boolean): Promise<boolean> {
  const answer = readAnswer(readRequest, await post(OPTIONS, { for: 'sign-in' }, signal));
  const limit = withDeadline(signal, answer.timeout - MARGIN_MS);
  try {
    const credential = await asked(
      () =>
        navigator.credentials.get({
          publicKey: requestOptions(answer),
          signal: limit.signal,
          ...(conditional && { mediation: 'conditional' }),
        }),
      signal,
    );
    await send(credential, answer.rpId, signal);
    return true;
  } catch (error) {
    if (conditional && !signal.aborted && limit.signal.aborted) return false;
    throw error;
  } finally {
    limit.clear();
  }
}

async function send(credential: PublicKeyCredential, rpId: string, signal: AbortSignal): Promise<void> {
  const { response, rawId } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse) || response.userHandle === null)
    throw passkeyFailure('unused');
  const id = toBase64Url(rawId);
  const body = {
    id,
    clientDataJSON: toBase64Url(response.clientDataJSON),
    authenticatorData: toBase64Url(response.authenticatorData),
    signature: toBase64Url(response.signature),
    userHandle: toBase64Url(response.userHandle),
  };
  try {
    await post('/account/passkey/sign-in', body, signal);
  } catch (error) {
    if (isPasskeyFailure(error) && error.isUnknown) signalUnknown(rpId, id);
    throw error;
  }
}

/** Creates a passkey for the signed-in account. Call it in a press, in the top page. */
export async function create({ signal }: Pick<SignInOptions, 'signal'>): Promise<NewPasskey> {
  if (!isSupported()) throw passkeyFailure('unsupported');
  const answer = readAnswer(readCreation, await post(OPTIONS, { for: 'creation' }, signal));
  const limit = withDeadline(signal, answer.timeout - MARGIN_MS);
  try {
    const publicKey = creationOptions(answer);
    const { response, rawId } = await asked(
      () => navigator.credentials.create({ publicKey, signal: limit.signal }),
      signal,
    );
    const body = response instanceof AuthenticatorAttestationResponse ? registration(rawId, response) : null;
    if (body === null) throw passkeyFailure('unsupported');
    const created = newPasskey(await post('/account/passkeys', body, signal));
    const ids = answer.excludeCredentials.map(({ id }) => id);
    signalAccepted(answer.rp.id, answer.user.id, [...ids, created.id]);
    return created;
  } finally {
    limit.clear();
  }
}

/** What the server needs of a new passkey; null if the browser cannot hand out its key. */
function registration(rawId: ArrayBuffer, response: AuthenticatorAttestationResponse): object | null {
  const key = response.getPublicKey();
  if (key === null) return null;
  return {
    id: toBase64Url(rawId),
    clientDataJSON: toBase64Url(response.clientDataJSON),
    authenticatorData: toBase64Url(response.getAuthenticatorData()),
    publicKey: toBase64Url(key),
    algorithm: response.getPublicKeyAlgorithm(),
    transports: response.getTransports(),
  };
}

function newPasskey(answer: unknown): NewPasskey {
  const { id, label } = members(answer);
  if (!isText(id) || !isText(label)) throw passkeyFailure('server');
  return { id, label };
}

/** The browser's credential. Its refusals become ours, unless the caller has gone. */
async function asked(
  ask: () => Promise<Credential | null>,
  signal: AbortSignal,
): Promise<PublicKeyCredential> {
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch (error) {
    signal.throwIfAborted();
    throw browserFailure(error);
  }
  signal.throwIfAborted();
  if (credential instanceof PublicKeyCredential) return credential;
  throw passkeyFailure('unused');
}

function readAnswer<Out>(read: (answer: unknown) => Out, answer: unknown): Out {
  try {
    return read(answer);
  } catch {
    throw passkeyFailure('server');
  }
}

/** Waits until somebody looks at the page: a page in the background asks for no challenges. */
async function visible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return;
  await new Promise<void>((resolve, reject) => {
    const listening = new AbortController();
    const settle = (done: () => void) => (): void => {
      listening.abort();
      done();
    };
    document.addEventListener('visibilitychange', settle(resolve), { signal: listening.signal });
    signal.addEventListener(
      'abort',
      settle(() => {
        reject(signal.reason as Error);
      }),
      { signal: listening.signal },
    );
  });
}
