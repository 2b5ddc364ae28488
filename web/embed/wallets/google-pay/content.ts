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
 * The token in the API's form (row 3.13). ECv1 has no intermediate key. The signed parts are passed on unchanged. Null if the
 * token is malformed; only the server can verify its content.
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
