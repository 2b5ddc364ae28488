import { type Decoded, integer, list, object, text } from '../../../base/decode.ts';
import { mapped } from '../../../base/decode.ts';
import { fromBase64Url } from './bytes.ts';

const bytes = mapped(text, fromBase64Url);

const requestAnswer = object({ challenge: bytes, rpId: text, timeout: integer });

const creationAnswer = object({
  challenge: bytes,
  rp: object({ id: text, name: text }),
  user: object({ id: text, name: text, displayName: text }),
  pubKeyCredParams: list(object({ alg: integer })),
  timeout: integer,
  excludeCredentials: list(object({ id: text, transports: list(text) })),
});

/** What the server wants a passkey to sign. */
export type RequestAnswer = Decoded<typeof requestAnswer>;
/** What the server wants a new passkey to be. */
export type CreationAnswer = Decoded<typeof creationAnswer>;

export const readRequest = (answer: unknown): RequestAnswer => requestAnswer(answer, 'options');
export const readCreation = (answer: unknown): CreationAnswer => creationAnswer(answer, 'options');

/** The browser finds the passkey itself: none is named. */
export const requestOptions = ({
  challenge,
  rpId,
  timeout,
}: RequestAnswer): PublicKeyCredentialRequestOptions => ({
  challenge,
  rpId,
  timeout,
  userVerification: 'preferred',
  allowCredentials: [],
});

export const creationOptions = ({
  challenge,
  rp,
  user,
  pubKeyCredParams,
  timeout,
  excludeCredentials,
}: CreationAnswer): PublicKeyCredentialCreationOptions => ({
  challenge,
  rp,
  user: { ...user, id: fromBase64Url(user.id) },
  pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
  timeout,
  excludeCredentials: excludeCredentials.map(({ id, transports }) => ({
    type: 'public-key',
    id: fromBase64Url(id),
    // Browsers ignore words that they do not know.
    transports: transports as AuthenticatorTransport[],
  })),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'preferred',
  },
  attestation: 'none',
});
