import type { WalletContent } from '../protocol.ts';
import { isText, members } from '../../../base/read.ts';
import { isTexts } from '../read.ts';

interface IntermediateSigningKey {
  readonly signedKey: string;
  readonly signatures: string[];
}

function isSigningKey(value: unknown): value is IntermediateSigningKey {
  const { signedKey, signatures } = members(value);
  return isText(signedKey) && isTexts(signatures);
}

function parse(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    return null;
  }
}

/**
 * The token as the API takes it (row 3.13); ECv1 has no intermediate key. The signed parts are passed on to the letter.
 * Null where the token has not the form: what is in it, the server alone can tell.
 */
export function walletContent(token: string): WalletContent | null {
  const { signature, signedMessage, protocolVersion, intermediateSigningKey: key } = members(parse(token));
  if (!isText(signature) || !isText(signedMessage) || !isText(protocolVersion)) return null;
  const fields = { signature, signedMessage, protocolVersion };
  if (key === undefined) return { input: 'googlePayWalletContent', fields };
  if (!isSigningKey(key)) return null;
  const { signedKey, signatures } = key;
  return {
    input: 'googlePayWalletContent',
    fields: { ...fields, intermediateSigningKey: { signedKey, signatures } },
  };
}
